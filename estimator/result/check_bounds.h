#ifndef FPREDICT_ESTIMATOR_RESULT_CHECK_BOUNDS_H
#define FPREDICT_ESTIMATOR_RESULT_CHECK_BOUNDS_H

/* Indices outside of their array or template. */

#include "estimator/run/run.h"

/* Warns of indices outside of their array or template. */
void check_bounds(run *r);

#endif
