#ifndef FPREDICT_ESTIMATOR_MEMORY_SAMPLE_H
#define FPREDICT_ESTIMATOR_MEMORY_SAMPLE_H

/* Misses of chosen executions of references, each decided exactly. */

#include "estimator/memory/stream.h"

/* Sets those of the walk's misses that samples contradict, with `budget` looks at references
 * (back_walk.h) for each level; returns whether there were any. */
bool sample_all(stream *t, int64_t budget);

#endif
