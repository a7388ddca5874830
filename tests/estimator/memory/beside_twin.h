#ifndef FPREDICT_TESTS_ESTIMATOR_MEMORY_BESIDE_TWIN_H
#define FPREDICT_TESTS_ESTIMATOR_MEMORY_BESIDE_TWIN_H

/* What the estimator says that a nest misses, and what the twin counts. */

#include "tests/estimator/memory/random_nest.h"

#define TWIN_MISS 1e-6 /* seconds that one takes; nothing else takes any */

/* A machine with that cache. */
model *twin_model(const twin_shape *shape);
double predicted_misses(const nest_program *p, const twin_shape *shape, memory_model how);
/* Of the twin; what is replaced at random is an average over runs. */
double counted_misses(const nest_program *p, twin_shape shape, int runs);

typedef struct sampled_misses {
    double misses, low, high; /* and their interval */
    bool is_sampled;
} sampled_misses;

/* Nothing else than a miss takes time, and the machine's values are exact: the interval of the time
 * is that of the misses. */
sampled_misses predicted_samples(const nest_program *p, const twin_shape *shape);

#endif
