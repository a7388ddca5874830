#ifndef FPREDICT_ESTIMATOR_SIMULATE_LOOP_VALUES_H
#define FPREDICT_ESTIMATOR_SIMULATE_LOOP_VALUES_H

/* Bounds of a loop that communicates, on each place. */

#include "estimator/run/run.h"

/* `most`: the trips of the place that has most. Ends with loop_values_drop. */
loop_values loop_values_read(run *r, const aag_unit *u, int64_t *most);
void loop_values_drop(loop_values *v);

#endif
