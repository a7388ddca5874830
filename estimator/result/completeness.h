#ifndef FPREDICT_ESTIMATOR_RESULT_COMPLETENESS_H
#define FPREDICT_ESTIMATOR_RESULT_COMPLETENESS_H

/* What of the program's execution cannot be known. */

#include "estimator/run/run.h"

/* Sets the unknowns of the estimate: those of the program, and of units that are executed on some
 * processor. The list lives in `result`. */
void completeness_set(run *r, arena *result, estimate *out);

/* Sets those of a region: of the units that `inside` has by id, and of the program. After
 * completeness_set of the whole. */
void completeness_set_region(const run *r, arena *result, const bool *inside, const estimate *whole,
                             region_cost *c);

#endif
