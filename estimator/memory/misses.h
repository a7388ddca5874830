#ifndef FPREDICT_ESTIMATOR_MEMORY_MISSES_H
#define FPREDICT_ESTIMATOR_MEMORY_MISSES_H

/* What references miss, from how far back their lines were used. */

#include "estimator/run/run.h"

/* Reads the nests of the graph; after the blocks' groups were found. */
void misses_analyse(estimator *est);
/* Sets r->miss_ratio: misses of each group an execution of its statement. Leaves null where
 * the older model is asked for, or something has no value. After run_open. */
void misses_find(run *r);

#endif
