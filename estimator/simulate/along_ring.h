#ifndef FPREDICT_ESTIMATOR_SIMULATE_ALONG_RING_H
#define FPREDICT_ESTIMATOR_SIMULATE_ALONG_RING_H

/* Steps of a loop in which each place gets one message at most, and sends one: in closed form. */

#include "estimator/simulate/body_record.h"

/* Does what was recorded up to `most` steps more, on clocks and ledger. Returns the steps done; 0:
 * it is another step than that, or its places take unequal times by themselves. */
int64_t along_ring_run(run *r, body_record *b, int64_t most, source_range where);

#endif
