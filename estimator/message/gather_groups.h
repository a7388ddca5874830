#ifndef FPREDICT_ESTIMATOR_MESSAGE_GATHER_GROUPS_H
#define FPREDICT_ESTIMATOR_MESSAGE_GATHER_GROUPS_H

/* Who gathers with whom, where that is along axes of a grid. */

#include "estimator/run/run.h"
#include "program/transfer/transfer.h"

typedef struct gather_groups {
    int count, size;   /* groups; members of each */
    int *ranks;        /* group after group, in the order of their first ranks; each ascending */
    int64_t *elements; /* by rank: what it has */
} gather_groups;

/* Of all processors; of a transfer_gather with a grid. */
gather_groups gather_groups_of(const run *r, arena *a, const transfer_gather *g);

#endif
