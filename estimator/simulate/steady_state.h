#ifndef FPREDICT_ESTIMATOR_SIMULATE_STEADY_STATE_H
#define FPREDICT_ESTIMATOR_SIMULATE_STEADY_STATE_H

/* Iterations on the clocks, and jumps over those that repeat. */

#include "estimator/simulate/iteration_period.h"

/* Interprets iterations 0 … count - 1 of a loop that communicates. */
void loop_simulate(run *r, const aag_unit *u, int64_t count);
/* Interprets `count` steps from iteration `first` on, one by one. */
void loop_simulate_steps(const stepper *s, int64_t first, int64_t count);

/* The same of steps that all do the same, with jumps over those that repeat. */
void loop_simulate_stretch(const stepper *s, int64_t first, int64_t count);

#endif
