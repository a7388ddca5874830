#ifndef FPREDICT_ESTIMATOR_RESULT_COMPLETENESS_H
#define FPREDICT_ESTIMATOR_RESULT_COMPLETENESS_H

/* What of the program's execution cannot be known. */

#include "estimator/run/run.h"

/* Sets the unknowns of the estimate: those of the program, and of units that are executed on some
 * processor. The list lives in `result`. */
void completeness_set(run *r, arena *result, estimate *out);

#endif
