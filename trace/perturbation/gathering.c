#include "trace/perturbation/gathering.h"

#include <math.h>

/* Whom a rank of a collective waits for. */
typedef enum waiting_for { FOR_ALL, FOR_ROOT, FOR_OTHERS_AT_ROOT, FOR_LOWER } waiting_for;

static waiting_for waits_for(trace_collective c)
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

/* As long after the last of ranks [first, end) and itself has come as was measured. */
static double after_last(const gathering *g, uint32_t me, uint32_t first, uint32_t end,
                         double local)
{
    const taking_part *p = &g->parts[me];
    double measured = p->measured, approximated = p->approximated;
    for (uint32_t i = first; i < end; i++) {
        measured = fmax(measured, g->parts[i].measured);
        approximated = fmax(approximated, g->parts[i].approximated);
    }
    if (p->measured_exit < measured) /* it has left before: it does not wait for that one */
        return local;
    return approximated + (p->measured_exit - measured);
}

/* t_a^p(exit) = t_a^l(entry) + (P - i + 1) β, l the last to come, p the i-th, both as approximated;
 * β = (last exit - first exit) / (P - 1), as measured (section 3.2). */
static double last_in_first_out(const gathering *g, uint32_t me)
{
    double last = g->parts[0].approximated;
    double first_exit = g->parts[0].measured_exit, last_exit = first_exit;
    uint32_t earlier = 0; /* come before this one */
    for (uint32_t i = 0; i < g->size; i++) {
        const taking_part *p = &g->parts[i];
        last = fmax(last, p->approximated);
        first_exit = fmin(first_exit, p->measured_exit);
        last_exit = fmax(last_exit, p->measured_exit);
        earlier += p->approximated < g->parts[me].approximated ||
                   (p->approximated == g->parts[me].approximated && i < me);
    }
    if (g->size == 1)
        return last + (g->parts[0].measured_exit - g->parts[0].measured);
    const double step = (last_exit - first_exit) / (g->size - 1);
    return last + (double)(g->size - earlier) * step;
}

double gathering_exit(const gathering *g, uint32_t me, double local, barrier_exit exit)
{
    const bool has_root = g->root < g->size;
    if (g->collective == TRACE_BARRIER && exit == EXIT_LAST_IN_FIRST_OUT)
        return last_in_first_out(g, me);
    switch (waits_for(g->collective)) {
    case FOR_ROOT:
        if (!has_root)
            break;
        return me == g->root ? local : after_last(g, me, g->root, g->root + 1, local);
    case FOR_OTHERS_AT_ROOT:
        if (!has_root)
            break;
        return me == g->root ? after_last(g, me, 0, g->size, local) : local;
    case FOR_LOWER:
        return after_last(g, me, 0, me, local);
    case FOR_ALL:
        break;
    }
    return after_last(g, me, 0, g->size, local);
}
