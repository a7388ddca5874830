#ifndef FPREDICT_ESTIMATOR_SIMULATE_SHORT_NEST_H
#define FPREDICT_ESTIMATOR_SIMULATE_SHORT_NEST_H

/* Loops of few iterations directly around each other. */

#include "estimator/run/run.h"

/* Interprets iterations 0 … count - 1 of a loop that communicates, with the loops directly in it,
 * as those of one loop; false, and nothing is done, where it is none of a nest of short loops. */
bool short_nest_simulate(run *r, const aag_unit *u, int64_t count);

#endif
