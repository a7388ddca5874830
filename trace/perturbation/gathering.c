#include "trace/perturbation/gathering.h"

#include <math.h>
#include <stdlib.h>

typedef struct arrival {
    double approximated;
    uint32_t rank;
} arrival;

/* Whom a rank of a collective waits for. */
typedef enum waiting_for { FOR_ALL, FOR_ROOT, FOR_OTHERS_AT_ROOT, FOR_LOWER } waiting_for;

static waiting_for waiting_in(trace_collective c)
{
    switch (c) {
    case TRACE_BCAST:
    case TRACE_SCATTER:
    case TRACE_SCATTERV:
        return FOR_ROOT;
    case TRACE_GATHER:
    case TRACE_GATHERV:
    case TRACE_REDUCE:
        return FOR_OTHERS_AT_ROOT;
    case TRACE_SCAN:
    case TRACE_EXSCAN:
        return FOR_LOWER;
    case TRACE_BARRIER:
    case TRACE_ALLGATHER:
    case TRACE_ALLGATHERV:
    case TRACE_ALLTOALL:
    case TRACE_ALLTOALLV:
    case TRACE_ALLTOALLW:
    case TRACE_ALLREDUCE:
    case TRACE_REDUCE_SCATTER:
    case TRACE_REDUCE_SCATTER_BLOCK:
    case TRACE_OTHER_COLLECTIVE:
    case TRACE_COLLECTIVE_COUNT:
        break;
    }
    return FOR_ALL;
}

/* One that names no root is as if all waited for all. */
static waiting_for waits_for(const gathering *g)
{
    const waiting_for w = waiting_in(g->collective);
    return (w == FOR_ROOT || w == FOR_OTHERS_AT_ROOT) && g->root >= g->size ? FOR_ALL : w;
}

bool gathering_is_for_all(const gathering *g)
{
    return waits_for(g) == FOR_ALL;
}

gathering *gathering_begin(arena *a, gathering *again, uint32_t size)
{
    gathering *g = again ? again : ARENA_NEW(a, gathering);
    taking_part *parts = again ? again->parts : ARENA_ARRAY(a, size + 1, taking_part);
    arrival *order = again ? again->order : ARENA_ARRAY(a, size + 1, arrival);
    *g = (gathering){.size = size, .parts = parts, .order = order};
    for (uint32_t i = 0; i < size; i++)
        parts[i].measured_exit = -1;
    return g;
}

static int by_arrival(const void *a, const void *b)
{
    const arrival *x = a, *y = b;
    return x->approximated != y->approximated
               ? (x->approximated > y->approximated) - (x->approximated < y->approximated)
               : (x->rank > y->rank) - (x->rank < y->rank);
}

static void put_in_order(gathering *g)
{
    for (uint32_t i = 0; i < g->size; i++)
        g->order[i] = (arrival){g->parts[i].approximated, i};
    qsort(g->order, g->size, sizeof *g->order, by_arrival);
    for (uint32_t i = 0; i < g->size; i++)
        g->parts[g->order[i].rank].earlier = i;
}

/* Counts on the ranks that have come from rank 0 on. */
static void complete(gathering *g)
{
    taking_part *p = g->parts;
    for (uint32_t i = g->complete; i < g->size && p[i].measured_exit >= 0; i++) {
        p[i].latest_measured = i ? fmax(p[i - 1].latest_measured, p[i].measured) : p[i].measured;
        p[i].latest_approximated =
            i ? fmax(p[i - 1].latest_approximated, p[i].approximated) : p[i].approximated;
        g->complete = i + 1;
    }
}

void gathering_come(gathering *g, uint32_t me, taking_part part, barrier_exit exit, uint32_t *first,
                    uint32_t *end)
{
    const uint32_t before = g->complete;
    const bool is_last = ++g->come == g->size;
    g->parts[me] = part;
    g->first_exit = g->come == 1 ? part.measured_exit : fmin(g->first_exit, part.measured_exit);
    g->last_exit = fmax(g->last_exit, part.measured_exit);
    complete(g);
    if (is_last && g->collective == TRACE_BARRIER && exit == EXIT_LAST_IN_FIRST_OUT)
        put_in_order(g);
    *first = 0;
    *end = is_last ? g->size : 0;
    switch (waits_for(g)) {
    case FOR_ROOT:
        *end = me == g->root ? g->size : 0;
        break;
    case FOR_OTHERS_AT_ROOT:
        *first = g->root;
        *end = is_last ? g->root + 1 : g->root;
        break;
    case FOR_LOWER:
        *first = before;
        *end = g->complete;
        break;
    case FOR_ALL:
        break;
    }
}

bool gathering_may_leave(const gathering *g, uint32_t me)
{
    switch (waits_for(g)) {
    case FOR_ROOT:
        return g->parts[g->root].measured_exit >= 0;
    case FOR_OTHERS_AT_ROOT:
        return me != g->root || g->come == g->size;
    case FOR_LOWER:
        return me < g->complete;
    case FOR_ALL:
        break;
    }
    return g->come == g->size;
}

double gathering_after(const taking_part *me, double measured, double approximated, double local)
{
    measured = fmax(measured, me->measured);
    if (me->measured_exit < measured) /* it has left before: it does not wait for that one */
        return local;
    return fmax(approximated, me->approximated) + (me->measured_exit - measured);
}

/* t_a^p(exit) = t_a^l(entry) + (P - i + 1) β, l the last to come, p the i-th, both as approximated;
 * β = (last exit - first exit) / (P - 1), as measured (section 3.2). */
static double last_in_first_out(const gathering *g, uint32_t me)
{
    const double last = g->parts[g->size - 1].latest_approximated;
    const double step = (g->last_exit - g->first_exit) / (g->size - 1);
    return last + (double)(g->size - g->parts[me].earlier) * step;
}

double gathering_exit(const gathering *g, uint32_t me, double local, barrier_exit exit)
{
    const taking_part *p = &g->parts[me], *last = &g->parts[g->size - 1], *root;
    if (g->collective == TRACE_BARRIER && exit == EXIT_LAST_IN_FIRST_OUT && g->size > 1)
        return last_in_first_out(g, me);
    switch (waits_for(g)) {
    case FOR_ROOT:
        root = &g->parts[g->root];
        return me == g->root ? local
                             : gathering_after(p, root->measured, root->approximated, local);
    case FOR_OTHERS_AT_ROOT:
        if (me != g->root)
            return local;
        break;
    case FOR_LOWER:
        last = p;
        break;
    case FOR_ALL:
        break;
    }
    return gathering_after(p, last->latest_measured, last->latest_approximated, local);
}
