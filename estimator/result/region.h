#ifndef FPREDICT_ESTIMATOR_RESULT_REGION_H
#define FPREDICT_ESTIMATOR_RESULT_REGION_H

/* The phases that the source marks. */

#include "estimator/run/run.h"

/* Sets the costs of the marked regions; after the communications', the interval and the
 * slowest processor's, whose tallies `all` are, by unit id. */
void regions_set(run *r, arena *result, const tally *all, estimate *out);

#endif
