#ifndef FPREDICT_ESTIMATOR_RESULT_ASSUMPTIONS_H
#define FPREDICT_ESTIMATOR_RESULT_ASSUMPTIONS_H

/* What a prediction takes for granted. */

#include "estimator/run/run.h"

/* Sets the parameters that were read and the list of assumptions. */
void assumptions_set(run *r, arena *result, estimate *out);

/* Does it stand for an index that is another in each iteration of a loop
 * (plan/analysis/spread_index.h)? */
bool assumption_is_spread(const param *p);

#endif
