#ifndef FPREDICT_ESTIMATOR_EVALUATE_EVALUATION_H
#define FPREDICT_ESTIMATOR_EVALUATE_EVALUATION_H

/* One evaluation, made from its stages. */

#include "estimator/run/run.h"

/* Returns a run for one set of parameters, which lives until the next; null after a report. */
run *evaluation_new(estimator *est, const bindings *values);

/* Makes clocks and tallies for its places, and what each stage keeps; before anything is
 * interpreted. */
void evaluation_open(run *r);

#endif
