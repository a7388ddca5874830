#ifndef FPREDICT_ESTIMATOR_MEMORY_SIMULATED_H
#define FPREDICT_ESTIMATOR_MEMORY_SIMULATED_H

/* Small programs access by access, on simulated caches. */

#include "estimator/memory/stream.h"

/* Sets the walk's misses and executions from a simulation; false, and nothing set, where it would
 * take more than `most` accesses; `has_runs`: the walk's executions say how many these are, and
 * conditions are asked without being counted as such, as in pieces of the program. */
bool simulate_all(stream *t, int64_t most, bool has_runs);

/* --- simulated_size.c --- */
/* Accesses that one simulation makes, as far as is known; of iterations that do the same `steady`
 * are made, and one more. `has_runs`: by the walk's executions; else loops whose bounds depend on
 * others are taken at these ones' middles, and conditions to hold. */
double simulate_accesses(stream *t, int steady, bool has_runs);

#endif
