#ifndef FPREDICT_ESTIMATOR_SIMULATE_SAMPLE_ITERATIONS_H
#define FPREDICT_ESTIMATOR_SIMULATE_SAMPLE_ITERATIONS_H

/* Iterations that need not be alike. */

#include "estimator/simulate/iteration_period.h"

/* How many of a loop's iterations are interpreted one by one before some stand for all. */
int64_t loop_walked_at_most(const run *r);
/* Interprets `count` iterations of which no two need be alike. */
void loop_sample(const stepper *s, int64_t count);

#endif
