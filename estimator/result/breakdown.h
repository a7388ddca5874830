#ifndef FPREDICT_ESTIMATOR_RESULT_BREAKDOWN_H
#define FPREDICT_ESTIMATOR_RESULT_BREAKDOWN_H

/* Times by their parts. */

#include "estimator/run/ledger.h"

/* Of times in ticks, by time_part. */
breakdown breakdown_of(const int128 *time);

#endif
