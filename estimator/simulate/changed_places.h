#ifndef FPREDICT_ESTIMATOR_SIMULATE_CHANGED_PLACES_H
#define FPREDICT_ESTIMATOR_SIMULATE_CHANGED_PLACES_H

/* Steps of a loop on those places alone that do something else than in the step before. */

#include "estimator/simulate/body_record.h"

/* Does what was recorded up to `most` times more, on clocks and ledger. Stops earlier where too
 * much changes each time; all is done where nothing changes any more. Returns how often it was
 * done. */
int64_t changed_places_run(run *r, body_record *b, int64_t most, source_range where);

#endif
