#ifndef FPREDICT_ESTIMATOR_MEMORY_REFINE_H
#define FPREDICT_ESTIMATOR_MEMORY_REFINE_H

#include "estimator/memory/walk.h"

/* Replaces misses of the closed form by those of a simulation, where the program is small, or of
 * samples, where these contradict it. Work is bounded, whatever the sizes. */
void misses_refine(memory_walk *w);

#endif
