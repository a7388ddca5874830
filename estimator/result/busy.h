#ifndef FPREDICT_ESTIMATOR_RESULT_BUSY_H
#define FPREDICT_ESTIMATOR_RESULT_BUSY_H

/* How busy processors are. */

#include "estimator/run/estimator.h"

/* Sets out->busy and out->busy_classes, in `a`, from what each place computes. */
void busy_set(const run *r, arena *a, const double *of_place, estimate *out);

#endif
