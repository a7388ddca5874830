#ifndef FPREDICT_ESTIMATOR_SIMULATE_REPEATED_LOOP_H
#define FPREDICT_ESTIMATOR_SIMULATE_REPEATED_LOOP_H

/* Executions of a loop that begin as an earlier one did. */

#include "estimator/run/run.h"

/* Interprets iterations 0 … count - 1 of a loop that communicates; or, where an earlier execution
 * began alike, adds what that one added. */
void repeated_loop(run *r, const aag_unit *u, int64_t count);

#endif
