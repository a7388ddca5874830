#ifndef FPREDICT_ESTIMATOR_RESULT_CHECK_SIZES_H
#define FPREDICT_ESTIMATOR_RESULT_CHECK_SIZES_H

/* Sizes that cannot be, and sizes that do not fit. */

#include "estimator/run/run.h"

/* Sets the local extents and the bytes of the fullest node. Reports extents,
 * blocks and processors that cannot be, and arrays that do not fit a node. */
void check_sizes(run *r);

#endif
