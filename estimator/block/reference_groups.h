#ifndef FPREDICT_ESTIMATOR_BLOCK_REFERENCE_GROUPS_H
#define FPREDICT_ESTIMATOR_BLOCK_REFERENCE_GROUPS_H

/* References of a block that touch the same lines of a cache. */

#include "estimator/run/estimator.h"

/* Finds the groups of all blocks, once for all evaluations. */
void memory_analyse(estimator *est);

#endif
