#ifndef FPREDICT_ESTIMATOR_SIMULATE_AFFINE_JUMP_H
#define FPREDICT_ESTIMATOR_SIMULATE_AFFINE_JUMP_H

/* Jumps over iterations that add to each clock what those before them did. */

#include "estimator/simulate/iteration_period.h"

/* Interprets two periods (in steps) from iteration `first` on, and jumps as far as no comparison
 * in them turns, within the `left` steps that are to be done. Returns the steps done, the two
 * periods included. */
int64_t jump_by_affinity(const stepper *s, int64_t first, int64_t period, int64_t left);

#endif
