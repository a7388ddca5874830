#ifndef FPREDICT_ESTIMATOR_MEMORY_CHARGE_H
#define FPREDICT_ESTIMATOR_MEMORY_CHARGE_H

/* What blocks are charged of what touches miss. */

#include "estimator/memory/walk.h"

/* Finds the blocks' groups that touches are of. */
void charge_find_groups(const estimator *est, nest *n, arena *a);
/* Leaves the walk's misses in the run. */
void charge_set(memory_walk *w);

#endif
