#ifndef FPREDICT_ESTIMATOR_BLOCK_LONG_COUNT_H
#define FPREDICT_ESTIMATOR_BLOCK_LONG_COUNT_H

/* Says early that counting takes long. */

#include "estimator/run/run.h"

/* An iteration of the loop's body was counted by itself, or found to be as one before
 * (`is_known`). Tells once a run (estimate_options.tell) where these have become many. */
void long_count_check(run *r, const aag_unit *loop, bool is_known);

#endif
