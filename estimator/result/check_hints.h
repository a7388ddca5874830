#ifndef FPREDICT_ESTIMATOR_RESULT_CHECK_HINTS_H
#define FPREDICT_ESTIMATOR_RESULT_CHECK_HINTS_H

/* Hints that cannot be, and those that are missing. */

#include "estimator/run/run.h"

/* Reports loops that are said to be executed less than 0 times, and strips of less than one
 * iteration, by --set or a hint; and functions that call themselves nobody says how often. */
void check_hints(run *r);
/* Does a hint or --set say how often the function of the effect is executed? */
bool hints_tell(const run *r, const unknown_effect *u);

#endif
