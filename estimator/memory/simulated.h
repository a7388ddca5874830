#ifndef FPREDICT_ESTIMATOR_MEMORY_SIMULATED_H
#define FPREDICT_ESTIMATOR_MEMORY_SIMULATED_H

/* Small programs access by access, on simulated caches. */

#include "estimator/memory/stream.h"

/* Sets the walk's misses and executions from a simulation; false, and nothing set, where it would
 * take more than `most` accesses; `has_runs`: the walk's executions say how many these are. */
bool simulate_all(stream *t, int64_t most, bool has_runs);

#endif
