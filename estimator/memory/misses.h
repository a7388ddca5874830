#ifndef FPREDICT_ESTIMATOR_MEMORY_MISSES_H
#define FPREDICT_ESTIMATOR_MEMORY_MISSES_H

/* What references miss, from how far back their lines were used. */

#include "estimator/run/run.h"

/* Reads the nests of the graph; after the blocks' groups were found. */
void misses_analyse(estimator *est);
/* Sets r->missed, misses of each group. Leaves null where the older model is asked for, or
 * something has no value. After run_open. */
void misses_find(run *r);
/* Of each group of a block the misses an execution of its statement, where loops over levels around
 * it are now, and their standard error as a part of them. Where r->missed is set. */
void misses_ratios(run *r, int block, int level, double *ratios, double *doubts);

#endif
