#ifndef FPREDICT_ESTIMATOR_SIMULATE_ONE_SIDED_H
#define FPREDICT_ESTIMATOR_SIMULATE_ONE_SIDED_H

/* Puts to and gets from coarrays of other images (docs/model.md, "Coarrays"). */

#include "estimator/run/run.h"

/* COMM_PUT or COMM_GET, by each that is active, one message each; the other side takes no part. */
void one_sided_run(run *r, const aag_unit *u);

#endif
