#ifndef FPREDICT_ESTIMATOR_BLOCK_MACHINE_FILTER_H
#define FPREDICT_ESTIMATOR_BLOCK_MACHINE_FILTER_H

/* What each unit costs on the machine. */

#include "estimator/run/estimator.h"

/* Sets the costs of all units, once for all evaluations. */
void filter(estimator *est);

/* Returns the seconds of the operations of one execution; adds their standard error, in
 * seconds, to *error. */
double op_seconds(const sag_processing *p, const op_tally *ops, double *error);

#endif
