#ifndef FPREDICT_ESTIMATOR_SIMULATE_ITERATION_PERIOD_H
#define FPREDICT_ESTIMATOR_SIMULATE_ITERATION_PERIOD_H

/* Which iterations of a loop that communicates do the same. */

#include "estimator/run/run.h"

/* Iterations that are taken together because those a step apart do the same. */
typedef struct stepper {
    run *r;
    const aag_unit *u;
    int64_t length; /* iterations in a step */
} stepper;

/* Finds the loops whose iterations do the same in steps. */
void period_analyse(estimator *est);
/* Iterations in a step of such a loop. */
int64_t iteration_period(run *r, const aag_unit *u);
/* Iterations after which, in a loop whose iterations need not be alike, the processors
 * have had their turns: those whose indices are dealt out in cycles. */
int64_t distribution_period(run *r, const aag_unit *u);
/* How often, in `count` iterations, an index comes to another owner, of the loop's indices of which
 * only that matters; -1: nobody can tell. */
int64_t owner_changes(run *r, const aag_unit *u, int64_t count);
/* The number of steps from iteration `first` on, at most `most`, whose tests go
 * as in the first. */
int64_t stable_window(const stepper *s, int64_t first, int64_t most);

#endif
