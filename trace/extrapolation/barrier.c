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

static barrier_state *state_of(simulation *s, uint64_t barrier)
{
    return &s->barriers[barrier % 2];
}

static processor *processor_of(simulation *s, const thread *t)
{
    return &s->processors[t->processor];
}

static void give_up(simulation *s, const thread *t)
{
    processor_give_up(s, t->processor);
}

/* Those of a processor but `except`, which has left it or acts for it. */
static void release_threads(simulation *s, uint32_t number, uint32_t except)
{
    for (uint32_t i = 0; i < s->thread_count; i++)
        if (s->threads[i].processor == number && i != except)
            simulation_put(s, seen(s->threads[i].entered, s->now, s->target->exit_check),
                           EVENT_LOOKS, i, 0);
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

/* --- Linear: rank 0 is the master --- */

static void master_looks(simulation *s, barrier_state *b)
{
    if (!b->master_waits || b->come < s->thread_count)
        return;
    b->master_waits = false;
    b->come = 0;
    simulation_put(s, seen(s->threads[0].entered, s->now, s->target->check), EVENT_LOOKS, 0, 0);
}

static void enter_linear(simulation *s, uint32_t number, barrier_state *b, bool is_last_there)
{
    thread *t = &s->threads[number];
    processor *p = processor_of(s, t);
    const bool is_with_master = t->processor == s->threads[0].processor;
    t->does = number == 0 ? DOES_CHECK : DOES_EXIT;
    b->master_waits |= number == 0;
    b->come += !s->target->barrier_by_messages || is_with_master;
    if (s->target->barrier_by_messages && !is_with_master && is_last_there) {
        parcel *m = &s->parcels[parcel_come(s, t->processor)];
        *m = (parcel){.kind = PARCEL_COME,
                      .from = t->processor,
                      .to = s->threads[0].processor,
                      .barrier = t->barriers,
                      .bytes = s->target->barrier_bytes};
        parcel_price(s, m);
        processor_begin(s, p, WORK_COME, m->price.send);
        return;
    }
    give_up(s, t);
    master_looks(s, b);
}

/* The master tells the next processor, or goes on itself. */
static void release_next(simulation *s, thread *master)
{
    master->releases += master->releases == master->processor;
    if (master->releases == s->target->processors) {
        begin_exit(s, master);
        return;
    }
    parcel *m = &s->parcels[parcel_release(s, master->releases)];
    *m = (parcel){.kind = PARCEL_RELEASE,
                  .from = master->processor,
                  .to = master->releases,
                  .barrier = master->barriers,
                  .bytes = s->target->barrier_bytes};
    parcel_price(s, m);
    master->does = DOES_RELEASE;
    processor_begin(s, processor_of(s, master), WORK_RELEASE, m->price.send);
}

static void release_linear(simulation *s, thread *master)
{
    if (s->target->barrier_by_messages) {
        release_threads(s, master->processor, 0);
        master->releases = 0;
        release_next(s, master);
        return;
    }
    for (uint32_t i = 0; i < s->target->processors; i++)
        release_threads(s, i, 0);
    begin_exit(s, master);
}

/* --- Logarithmic: in round k each tells who is 2^k further --- */

static void round_told(simulation *s, uint32_t number, uint64_t barrier, uint32_t round)
{
    processor *p = &s->processors[number];
    p->told[barrier % 2][round] = true;
    if (p->is_awaiting && p->round == round && p->barriers == barrier)
        simulation_put(s, seen(p->waits_since, s->now, s->target->check), EVENT_LOOKS, p->agent, 0);
}

static void await_round(simulation *s, thread *t)
{
    processor *p = processor_of(s, t);
    t->does = DOES_CHECK;
    p->waits_since = s->now;
    p->is_awaiting = true;
    give_up(s, t);
    if (p->told[t->barriers % 2][p->round])
        simulation_put(s, seen(s->now, s->now, s->target->check), EVENT_LOOKS, p->agent, 0);
}

static uint32_t partner_of(const simulation *s, const thread *t, uint32_t round)
{
    return (uint32_t)((t->processor + (UINT64_C(1) << round)) % s->target->processors);
}

static void tell(simulation *s, thread *t)
{
    processor *p = processor_of(s, t);
    t->does = DOES_TELL;
    if (p->round == s->rounds) {
        begin_model(s, t);
    } else if (s->target->barrier_by_messages) {
        parcel *m = &s->parcels[parcel_round(s, t->processor, t->barriers, p->round)];
        *m = (parcel){.kind = PARCEL_ROUND,
                      .from = t->processor,
                      .to = partner_of(s, t, p->round),
                      .round = p->round,
                      .barrier = t->barriers,
                      .bytes = s->target->barrier_bytes};
        parcel_price(s, m);
        processor_begin(s, p, WORK_TELL, m->price.send);
    } else {
        round_told(s, partner_of(s, t, p->round), t->barriers, p->round);
        await_round(s, t);
    }
}

static void enter_logarithmic(simulation *s, uint32_t number, bool is_last_there)
{
    thread *t = &s->threads[number];
    processor *p = processor_of(s, t);
    t->does = DOES_EXIT;
    if (!is_last_there) {
        give_up(s, t);
        return;
    }
    p->agent = number;
    p->round = 0;
    p->barriers = t->barriers;
    tell(s, t);
}

static void next_round(simulation *s, thread *t)
{
    processor *p = processor_of(s, t);
    p->is_awaiting = false;
    p->told[t->barriers % 2][p->round++] = false;
    tell(s, t);
}

/* --- All of them --- */

void barrier_entered(simulation *s, uint32_t number)
{
    thread *t = &s->threads[number];
    processor *p = processor_of(s, t);
    barrier_state *b = state_of(s, t->barriers);
    uint32_t *there = &p->entered[t->barriers % 2];
    const bool is_last = ++b->entered == s->thread_count, is_last_there = ++*there == p->threads;
    t->entered = b->last = s->now;
    b->entered = is_last ? 0 : b->entered;
    *there = is_last_there ? 0 : *there;
    switch (s->target->barrier) {
    case BARRIER_LINEAR:
        enter_linear(s, number, b, is_last_there);
        return;
    case BARRIER_LOGARITHMIC:
        enter_logarithmic(s, number, is_last_there);
        return;
    case BARRIER_HARDWARE:
        break;
    }
    t->does = DOES_EXIT;
    give_up(s, t);
    for (uint32_t i = 0; is_last && i < s->thread_count; i++)
        simulation_put(s, s->now + s->target->model, EVENT_LOOKS, i, 0);
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
    const int64_t last = state_of(s, t->barriers)->last - t->entered;
    t->part[EXTRAPOLATED_LAST] += last;
    t->part[EXTRAPOLATED_BARRIER] += s->now - t->arrived - last;
    t->marked = s->now;
    t->barriers++;
    t->does = DOES_NEXT;
}

void barrier_worked(simulation *s, uint32_t number, work_kind work)
{
    thread *t = &s->threads[number];
    if (work == WORK_COME) {
        parcel_send(s, parcel_come(s, t->processor));
        give_up(s, t);
    } else if (work == WORK_RELEASE) {
        parcel_send(s, parcel_release(s, t->releases++));
        release_next(s, t);
    } else if (work == WORK_TELL) {
        const uint32_t round = processor_of(s, t)->round;
        parcel_send(s, parcel_round(s, t->processor, t->barriers, round));
        await_round(s, t);
    } else if (work == WORK_MODEL && s->target->barrier == BARRIER_LINEAR) {
        release_linear(s, t);
    } else if (work == WORK_MODEL) {
        release_threads(s, t->processor, number);
        begin_exit(s, t);
    } else {
        assert(work == WORK_EXIT);
        leave(s, t);
    }
}

void barrier_told(simulation *s, const parcel *m)
{
    barrier_state *b = state_of(s, m->barrier);
    if (m->kind == PARCEL_RELEASE) {
        release_threads(s, m->to, NOBODY);
    } else if (m->kind == PARCEL_ROUND) {
        round_told(s, m->to, m->barrier, m->round);
    } else {
        b->come += s->processors[m->from].threads;
        master_looks(s, b);
    }
}
