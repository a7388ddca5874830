#ifndef FPREDICT_TRACE_PERTURBATION_GATHERING_H
#define FPREDICT_TRACE_PERTURBATION_GATHERING_H

/* Collectives under way: who has come to one, and when each may leave it. */

#include "trace/perturbation/perturbation.h"

/* One rank's part. Ticks; `measured` is when it was through with recording that it comes. */
typedef struct taking_part {
    double measured, approximated;
    double measured_exit;
} taking_part;

typedef struct gathering {
    uint32_t comm;
    trace_collective collective;
    uint32_t root; /* or TRACE_NO_ROOT */
    uint32_t size, come, gone;
    taking_part *parts; /* [size], by rank in the communicator */
    struct gathering *next;
} gathering;

/* When rank `me` of it leaves, in ticks; `local` is when it would if it waited for nobody. All have
 * come. */
double gathering_exit(const gathering *g, uint32_t me, double local, barrier_exit exit);

#endif
