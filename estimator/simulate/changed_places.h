#ifndef FPREDICT_ESTIMATOR_SIMULATE_CHANGED_PLACES_H
#define FPREDICT_ESTIMATOR_SIMULATE_CHANGED_PLACES_H

/* Steps of a loop on those places alone that do something else than in the step before. */

#include "estimator/simulate/body_record.h"

/* Does what was recorded up to `most` steps more, on clocks and ledger. Stops earlier where too
 * many places change in each step; all steps are done where none changes any more. Returns the
 * steps done. */
int64_t changed_places_run(run *r, body_record *b, int64_t most, source_range where);

#endif
