#include <assert.h>

#include "trace/extrapolation/simulation.h"

/* When a thread that looks every so often since it waits has seen what was so at `when`: a look
 * sees what is so at its end, and there is one at least. */
static int64_t seen(int64_t since, int64_t when, int64_t look)
{
    if (look == 0)
        return when > since ? when : since;
    const int64_t looks = when > since ? (when - since + look - 1) / look : 1;
    return since + looks * look;
}

/* The barrier that the thread is at. */
static uint64_t number_of(const thread *t)
{
    return t->at->left[t->stream.rank];
}

static group_barrier *state_of(const thread *t)
{
    return &t->at->barriers[number_of(t) % 2];
}

static group_place *place_of(const thread *t)
{
    return group_place_of(t->at, t->processor);
}

static processor *processor_of(simulation *s, const thread *t)
{
    return &s->processors[t->processor];
}

static void give_up(simulation *s, const thread *t)
{
    processor_give_up(s, t->processor);
}

/* The threads of a place but `except`, which has left it or acts for it. */
static void release_threads(simulation *s, const group *g, const group_place *p, uint32_t except)
{
    uint32_t rank = p->first;
    for (uint32_t i = 0; i < p->threads; i++, rank = g->next[rank])
        if (rank != except)
            simulation_put(s, seen(s->threads[rank].entered, s->now, s->target->exit_check),
                           EVENT_LOOKS, rank, 0);
}

static void begin_exit(simulation *s, thread *t)
{
    t->does = DOES_EXIT;
    processor_begin(s, processor_of(s, t), WORK_EXIT, s->target->exit);
}

static void begin_model(simulation *s, thread *t)
{
    processor_begin(s, processor_of(s, t), WORK_MODEL, s->target->model);
}

/* Makes a parcel of the barrier that the thread is at. */
static void begin_parcel(simulation *s, thread *t, work_kind work, uint32_t number, parcel m)
{
    m.from = t->processor;
    m.at_group = t->at;
    m.barrier = number_of(t);
    m.bytes = s->target->barrier_bytes;
    s->parcels[number] = m;
    parcel_price(s, &s->parcels[number]);
    processor_begin(s, processor_of(s, t), work, s->parcels[number].price.send);
}

/* --- Linear: the first rank is the master --- */

static void master_looks(simulation *s, const group *g, group_barrier *b)
{
    if (!b->master_waits || b->come < g->size)
        return;
    b->master_waits = false;
    b->come = 0;
    const thread *master = &s->threads[g->ranks[0]];
    simulation_put(s, seen(master->entered, s->now, s->target->check), EVENT_LOOKS, g->ranks[0], 0);
}

static void enter_linear(simulation *s, thread *t, bool is_last_there)
{
    const group *g = t->at;
    group_barrier *b = state_of(t);
    const bool is_master = t->stream.rank == g->ranks[0];
    const uint32_t place = g->place_of[t->processor];
    t->does = is_master ? DOES_CHECK : DOES_EXIT;
    b->master_waits |= is_master;
    b->come += !s->target->barrier_by_messages || place == 0;
    if (s->target->barrier_by_messages && place > 0 && is_last_there) {
        begin_parcel(s, t, WORK_COME, group_come(g, place),
                     (parcel){.kind = PARCEL_COME, .to = g->places[0].processor});
        return;
    }
    give_up(s, t);
    master_looks(s, g, b);
}

/* The master tells the next processor, or goes on itself. */
static void release_next(simulation *s, thread *master)
{
    const group *g = master->at;
    if (master->releases == g->place_count) {
        begin_exit(s, master);
        return;
    }
    master->does = DOES_RELEASE;
    begin_parcel(s, master, WORK_RELEASE, group_release(g, master->releases),
                 (parcel){.kind = PARCEL_RELEASE, .to = g->places[master->releases].processor});
}

static void release_linear(simulation *s, thread *master)
{
    const group *g = master->at;
    if (s->target->barrier_by_messages) {
        release_threads(s, g, &g->places[0], g->ranks[0]);
        master->releases = 1;
        release_next(s, master);
        return;
    }
    for (uint32_t i = 0; i < g->place_count; i++)
        release_threads(s, g, &g->places[i], g->ranks[0]);
    begin_exit(s, master);
}

/* --- Logarithmic: in round k each tells who is 2^k further --- */

static void round_told(simulation *s, group_place *p, uint64_t barrier, uint32_t round)
{
    p->told[barrier % 2][round] = true;
    if (p->is_awaiting && p->round == round && p->barrier == barrier)
        simulation_put(s, seen(p->waits_since, s->now, s->target->check), EVENT_LOOKS, p->agent, 0);
}

static void await_round(simulation *s, thread *t)
{
    group_place *p = place_of(t);
    t->does = DOES_CHECK;
    p->waits_since = s->now;
    p->is_awaiting = true;
    give_up(s, t);
    if (p->told[p->barrier % 2][p->round])
        simulation_put(s, seen(s->now, s->now, s->target->check), EVENT_LOOKS, p->agent, 0);
}

static void tell(simulation *s, thread *t)
{
    group *g = t->at;
    const uint32_t place = g->place_of[t->processor];
    group_place *p = &g->places[place];
    const uint64_t barrier = number_of(t);
    t->does = DOES_TELL;
    if (p->round == g->rounds) {
        begin_model(s, t);
        return;
    }
    group_place *to = &g->places[(place + (UINT64_C(1) << p->round)) % g->place_count];
    if (s->target->barrier_by_messages) {
        begin_parcel(s, t, WORK_TELL, group_round(g, place, barrier, p->round),
                     (parcel){.kind = PARCEL_ROUND, .to = to->processor, .round = p->round});
    } else {
        round_told(s, to, barrier, p->round);
        await_round(s, t);
    }
}

static void enter_logarithmic(simulation *s, thread *t, bool is_last_there)
{
    group_place *p = place_of(t);
    t->does = DOES_EXIT;
    if (!is_last_there) {
        give_up(s, t);
        return;
    }
    p->agent = t->stream.rank;
    p->round = 0;
    p->barrier = number_of(t);
    tell(s, t);
}

static void next_round(simulation *s, thread *t)
{
    group_place *p = place_of(t);
    p->is_awaiting = false;
    p->told[p->barrier % 2][p->round++] = false;
    tell(s, t);
}

/* --- All of them --- */

static void enter_hardware(simulation *s, thread *t, bool is_last)
{
    t->does = DOES_EXIT;
    give_up(s, t);
    for (uint32_t i = 0; is_last && i < t->at->size; i++)
        simulation_put(s, s->now + s->target->model, EVENT_LOOKS, t->at->ranks[i], 0);
}

void barrier_entered(simulation *s, uint32_t number)
{
    thread *t = &s->threads[number];
    group_barrier *b = state_of(t);
    group_place *p = place_of(t);
    uint32_t *there = &p->entered[number_of(t) % 2];
    const bool is_last = ++b->entered == t->at->size, is_last_there = ++*there == p->threads;
    t->entered = b->last = s->now;
    b->entered = is_last ? 0 : b->entered;
    *there = is_last_there ? 0 : *there;
    switch (s->target->barrier) {
    case BARRIER_LINEAR:
        enter_linear(s, t, is_last_there);
        return;
    case BARRIER_LOGARITHMIC:
        enter_logarithmic(s, t, is_last_there);
        return;
    case BARRIER_HARDWARE:
        break;
    }
    enter_hardware(s, t, is_last);
}

void barrier_run(simulation *s, uint32_t number)
{
    thread *t = &s->threads[number];
    if (t->does == DOES_EXIT)
        begin_exit(s, t);
    else if (s->target->barrier == BARRIER_LINEAR)
        begin_model(s, t);
    else
        next_round(s, t);
}

static void leave(simulation *s, thread *t)
{
    const int64_t last = state_of(t)->last - t->entered;
    t->part[EXTRAPOLATED_LAST] += last;
    t->part[EXTRAPOLATED_BARRIER] += s->now - t->arrived - last;
    t->marked = s->now;
    t->barriers++;
    t->at->left[t->stream.rank]++;
    t->does = DOES_NEXT;
}

void barrier_worked(simulation *s, uint32_t number, work_kind work)
{
    thread *t = &s->threads[number];
    const group *g = t->at;
    const uint32_t place = g->place_of[t->processor];
    if (work == WORK_COME) {
        parcel_send(s, group_come(g, place));
        give_up(s, t);
    } else if (work == WORK_RELEASE) {
        parcel_send(s, group_release(g, t->releases++));
        release_next(s, t);
    } else if (work == WORK_TELL) {
        parcel_send(s, group_round(g, place, number_of(t), g->places[place].round));
        await_round(s, t);
    } else if (work == WORK_MODEL && s->target->barrier == BARRIER_LINEAR) {
        release_linear(s, t);
    } else if (work == WORK_MODEL) {
        release_threads(s, g, &g->places[place], number);
        begin_exit(s, t);
    } else {
        assert(work == WORK_EXIT);
        leave(s, t);
    }
}

void barrier_told(simulation *s, const parcel *m)
{
    group *g = m->at_group;
    group_barrier *b = &g->barriers[m->barrier % 2];
    if (m->kind == PARCEL_RELEASE) {
        release_threads(s, g, group_place_of(g, m->to), NOBODY);
    } else if (m->kind == PARCEL_ROUND) {
        round_told(s, group_place_of(g, m->to), m->barrier, m->round);
    } else {
        b->come += group_place_of(g, m->from)->threads;
        master_looks(s, g, b);
    }
}
