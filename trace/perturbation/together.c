#include <inttypes.h>
#include <math.h>

#include "trace/perturbation/pass.h"

/* The rank's own in a communicator; UINT32_MAX: it has no part in it. */
static uint32_t place_in(pass *p, uint32_t comm, uint32_t rank)
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
    const uint32_t size = p->t->comms[comm].size;
    gathering *made = p->spare[comm];
    if (made) {
        p->spare[comm] = made->next;
    } else {
        made = ARENA_NEW(p->arena, gathering);
        made->parts = ARENA_ARRAY(p->arena, size, taking_part);
    }
    *made = (gathering){.comm = comm,
                        .collective = end->collective,
                        .root = end->peer,
                        .size = size,
                        .parts = made->parts};
    for (uint32_t i = 0; i < size; i++)
        made->parts[i].measured_exit = -1;
    return *g = made;
}

bool pass_come(pass *p, uint32_t rank, double when)
{
    follower *f = &p->ranks[rank];
    const trace_event *end = &f->after;
    const uint32_t place = place_in(p, end->comm, rank);
    if (place == UINT32_MAX)
        return trace_fail(p->ctx, p->t->path,
                          "rank %" PRIu32 " calls %s on '%s', which it is not in", rank,
                          trace_collective_name(end->collective), p->t->comms[end->comm].name);
    if (!p->t->comms[end->comm].ranks)
        return true; /* alone: as any other event */
    gathering *g = gathering_of(p, end, place);
    if (g->collective != end->collective)
        return trace_fail(p->ctx, p->t->path,
                          "rank %" PRIu32 " calls %s where another rank of '%s' calls %s", rank,
                          trace_collective_name(end->collective), p->t->comms[end->comm].name,
                          trace_collective_name(g->collective));
    g->parts[place] =
        (taking_part){(double)f->at.time + pass_recording(p, &f->at), when, (double)end->time};
    f->awaited = g;
    if (++g->come == g->size)
        for (uint32_t i = 0; i < g->size; i++)
            pass_make_ready(p, p->t->comms[g->comm].ranks[i]);
    return true;
}

static void end_part(pass *p, gathering *g)
{
    if (++g->gone < g->size)
        return;
    gathering **at = &p->open[g->comm];
    while (*at != g)
        at = &(*at)->next;
    *at = g->next;
    g->next = p->spare[g->comm];
    p->spare[g->comm] = g;
}

double pass_leave(pass *p, uint32_t rank, double local)
{
    follower *f = &p->ranks[rank];
    gathering *g = f->awaited;
    const double when = gathering_exit(g, place_in(p, g->comm, rank), local, p->o->exit);
    f->awaited = NULL;
    end_part(p, g);
    return fmax(when, f->approximated);
}
