#ifndef FPREDICT_ESTIMATOR_MESSAGE_CHECK_SHADOW_H
#define FPREDICT_ESTIMATOR_MESSAGE_CHECK_SHADOW_H

/* Shadows that cannot be. */

#include "estimator/run/run.h"

/* The width of both sides of a shadow; reports one that is negative, or that
 * nothing can fill. */
int64_t check_shadow(run *r, const variable *v, int d, const dim_mapping *dim, int64_t extent);
/* Reports a reflect that would reach beyond the neighbours. */
void check_reach(run *r, const communication *c);

#endif
