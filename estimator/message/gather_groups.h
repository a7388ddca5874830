#ifndef FPREDICT_ESTIMATOR_MESSAGE_GATHER_GROUPS_H
#define FPREDICT_ESTIMATOR_MESSAGE_GATHER_GROUPS_H

/* Who gathers with whom, where that is along axes of a grid. */

#include "estimator/run/run.h"
#include "program/transfer/transfer.h"

/* Groups of equal size; member v of group i is first[i] + further[v]. Both ascend. */
typedef struct gather_groups {
    int count, size;
    const int *first, *further;
} gather_groups;

/* Of all processors; of a transfer_gather with a grid. */
gather_groups gather_groups_of(arena *a, const transfer_gather *g);
/* What each processor has, by rank. */
const int64_t *gather_elements(const run *r, arena *a, const transfer_gather *g);
/* Do all have as much, which is then *elements, and something? */
bool gather_is_even(const transfer_gather *g, int64_t *elements);

#endif
