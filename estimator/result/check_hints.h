#ifndef FPREDICT_ESTIMATOR_RESULT_CHECK_HINTS_H
#define FPREDICT_ESTIMATOR_RESULT_CHECK_HINTS_H

/* Hints that cannot be. */

#include "estimator/run/run.h"

/* Reports loops that are said to be executed less than 0 times, and strips of less than one
 * iteration, by --set or a hint. */
void check_hints(run *r);

#endif
