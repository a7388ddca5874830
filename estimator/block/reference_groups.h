#ifndef FPREDICT_ESTIMATOR_BLOCK_REFERENCE_GROUPS_H
#define FPREDICT_ESTIMATOR_BLOCK_REFERENCE_GROUPS_H

/* References of a block that touch the same lines of a cache. */

#include "estimator/run/estimator.h"

/* Finds the groups of all blocks, once for all evaluations. */
void memory_analyse(estimator *est);
/* Do references to one array keep their distances, in each block of the loop, as its iterations
 * pass? Then the lines that they share are as many in each. */
bool reference_groups_move_alike(const estimator *est, const aag_unit *loop);

#endif
