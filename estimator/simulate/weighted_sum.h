#ifndef FPREDICT_ESTIMATOR_SIMULATE_WEIGHTED_SUM_H
#define FPREDICT_ESTIMATOR_SIMULATE_WEIGHTED_SUM_H

/* Conditions that communicate and that nothing decides. */

#include "estimator/run/run.h"

/* Interprets both branches of `u`, after its test: what they do counts with its probability. */
void weighted_sum_run(run *r, const aag_unit *u);

#endif
