#ifndef FPREDICT_ESTIMATOR_SIMULATE_LONG_WALK_H
#define FPREDICT_ESTIMATOR_SIMULATE_LONG_WALK_H

/* Says early that an evaluation takes long. */

#include "estimator/run/run.h"

/* From now on `count` iterations of the loop are interpreted one by one; returns what was said
 * before, to be put back into r->walked after them. */
int64_t long_walk_begin(run *r, const aag_unit *u, int64_t count);
/* Looks, now and then, how far the loops are that are interpreted one by one, and tells once
 * (estimate_options.tell) where most of the work is still to be done. `u` is the innermost. */
void long_walk_check(run *r, const aag_unit *u);

#endif
