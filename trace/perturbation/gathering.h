#ifndef FPREDICT_TRACE_PERTURBATION_GATHERING_H
#define FPREDICT_TRACE_PERTURBATION_GATHERING_H

/* Collectives under way: who has come to one, and when each may leave it. */

#include "trace/perturbation/perturbation.h"

/* One rank's part. Ticks; `measured` is when it was through with recording that it comes. */
typedef struct taking_part {
    double measured, approximated;
    double measured_exit; /* below 0: it has not come */
    /* The latest of this rank and those below, once all of these have come. */
    double latest_measured, latest_approximated;
    uint32_t earlier; /* how many have come before it, once all have; EXIT_LAST_IN_FIRST_OUT */
} taking_part;

typedef struct gathering {
    uint32_t comm;
    trace_collective collective;
    uint32_t root; /* or TRACE_NO_ROOT */
    uint32_t size, come, gone;
    uint32_t complete;            /* the ranks below this have all come */
    double first_exit, last_exit; /* as measured, of those that have come */
    taking_part *parts;           /* [size], by rank in the communicator */
    struct arrival *order;
    struct gathering *next;
} gathering;

/* Makes one for `size` ranks, or anew of one that all have left. */
gathering *gathering_begin(arena *a, gathering *again, uint32_t size);

/* Rank `me` comes. Those that can leave by that, and could not before, are from *first to *end - 1.
 */
void gathering_come(gathering *g, uint32_t me, taking_part part, barrier_exit exit, uint32_t *first,
                    uint32_t *end);

/* Do all wait for all in it? */
bool gathering_is_for_all(const gathering *g);

/* Have all come that rank `me` waits for? */
bool gathering_may_leave(const gathering *g, uint32_t me);

/* When a rank leaves what it has come to, if it waits for one that came at `measured`, now at
 * `approximated`: as long after both are there as in the trace; `local` if it had left before. */
double gathering_after(const taking_part *me, double measured, double approximated, double local);

/* When it leaves, in ticks; `local` is when it would if it waited for nobody. It may leave. */
double gathering_exit(const gathering *g, uint32_t me, double local, barrier_exit exit);

#endif
