#include <inttypes.h>
#include <math.h>

#include "trace/perturbation/pass.h"

uint32_t pass_place(pass *p, uint32_t comm, uint32_t rank)
{
    const trace_comm *c = &p->t->comms[comm];
    if (!c->ranks)
        return 0;
    if (!p->places[comm]) {
        uint32_t *places = ARENA_ARRAY(p->arena, p->t->rank_count, uint32_t);
        for (uint32_t i = 0; i < p->t->rank_count; i++)
            places[i] = UINT32_MAX;
        for (uint32_t i = 0; i < c->size; i++)
            places[c->ranks[i]] = i;
        p->places[comm] = places;
    }
    return p->places[comm][rank];
}

/* The one that a rank of a communicator comes to next: of those that are open, in order, the first
 * that it has not come to. */
static gathering *gathering_of(pass *p, const trace_event *end, uint32_t place)
{
    const uint32_t comm = end->comm;
    gathering **g = &p->open[comm];
    while (*g && (*g)->parts[place].measured_exit >= 0)
        g = &(*g)->next;
    if (*g)
        return *g;
    gathering *again = p->spare[comm];
    if (again)
        p->spare[comm] = again->next;
    gathering *made = gathering_begin(p->arena, again, p->t->comms[comm].size);
    made->comm = comm;
    made->collective = end->collective;
    made->root = end->peer;
    return *g = made;
}

/* Where another rank comes last than ever did, how long the rest takes then is not in the trace. */
static void note_last(pass *p, const gathering *g)
{
    bool **known = &p->was_last[g->comm];
    if (!*known) /* longer there than the pass */
        *known = ARENA_ARRAY(p->ctx->arena, g->size, bool);
    uint32_t last = 0;
    double latest = 0;
    for (uint32_t i = 0; i < g->size; i++) {
        last = g->parts[i].measured > g->parts[last].measured ? i : last;
        latest = fmax(latest, g->parts[i].approximated);
    }
    if (p->view == FLIGHT_PESSIMISTIC)
        (*known)[last] = true;
    if (p->view != FLIGHT_LEARNT)
        return;
    bool is_known = false;
    for (uint32_t i = 0; i < g->size; i++)
        is_known |= (*known)[i] && g->parts[i].approximated >= latest - 0.5;
    p->result->collectives++;
    p->result->new_last += !is_known;
}

bool pass_come(pass *p, uint32_t rank, double when)
{
    follower *f = &p->ranks[rank];
    const trace_event *end = &f->after;
    if (!f->has_after || end->kind != TRACE_COLLECTIVE_END)
        return trace_is_broken(f->cursor)
                   ? false
                   : trace_fail(
                         p->ctx, p->t->path, "rank %" PRIu32 " begins a collective, and %s", rank,
                         f->has_after ? "the next event does not end it: what is in between "
                                        "cannot be told from waiting"
                                      : "then its events end: the program was stopped there");
    const trace_comm *comm = &p->t->comms[end->comm];
    if (!comm->ranks)
        return true; /* alone: as any other event */
    const char *name = trace_collective_name(end->collective);
    const uint32_t place = pass_place(p, end->comm, rank);
    if (place == UINT32_MAX)
        return trace_fail(p->ctx, p->t->path,
                          "rank %" PRIu32 " calls %s on '%s', which it is not in", rank, name,
                          comm->name);
    gathering *g = gathering_of(p, end, place);
    if (g->collective != end->collective)
        return trace_fail(p->ctx, p->t->path,
                          "rank %" PRIu32 " calls %s where another rank of '%s' calls %s", rank,
                          name, comm->name, trace_collective_name(g->collective));
    if (g->root != end->peer)
        return trace_fail(p->ctx, p->t->path,
                          "rank %" PRIu32 " calls %s on '%s' with another root than others do",
                          rank, name, comm->name);
    f->awaited = g;
    uint32_t first, last;
    gathering_come(g, place,
                   (taking_part){.measured = (double)f->at.time + pass_recording(p, &f->at),
                                 .approximated = when,
                                 .measured_exit = (double)end->time},
                   p->o->exit, &first, &last);
    if (g->come == g->size && gathering_is_for_all(g))
        note_last(p, g);
    for (uint32_t i = first; i < last; i++)
        pass_make_ready(p, comm->ranks[i]);
    return true;
}

static void end_part(pass *p, gathering *g)
{
    if (++g->gone < g->size) /* all have come, then */
        return;
    gathering **at = &p->open[g->comm];
    while (*at != g)
        at = &(*at)->next;
    *at = g->next;
    g->next = p->spare[g->comm];
    p->spare[g->comm] = g;
}

progress pass_leave(pass *p, uint32_t rank, double *when)
{
    follower *f = &p->ranks[rank];
    gathering *g = f->awaited;
    if (!g && !p->t->comms[f->at.comm].ranks)
        return WENT_ON;
    if (!g) {
        trace_fail(p->ctx, p->t->path,
                   "rank %" PRIu32 " ends %s, which it has not begun the event before", rank,
                   trace_collective_name(f->at.collective));
        return IS_WRONG;
    }
    const uint32_t me = pass_place(p, g->comm, rank);
    if (!gathering_may_leave(g, me))
        return WAITS;
    *when = fmax(gathering_exit(g, me, *when, p->o->exit), f->approximated);
    f->awaited = NULL;
    end_part(p, g);
    return WENT_ON;
}
