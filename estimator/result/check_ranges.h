#ifndef FPREDICT_ESTIMATOR_RESULT_CHECK_RANGES_H
#define FPREDICT_ESTIMATOR_RESULT_CHECK_RANGES_H

/* Integers that leave their types. */

#include "estimator/run/run.h"

/* Reports signed sizes that overflow, as errors. Where an unsigned or a narrow integer would wrap
 * round, warns, and notes in r->unknowns that the estimate is none of that program. */
void check_ranges(run *r);

#endif
