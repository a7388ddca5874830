#ifndef FPREDICT_ESTIMATOR_RUN_MOVING_H
#define FPREDICT_ESTIMATOR_RUN_MOVING_H

/* Which expressions of a subtree move with loops. */

#include "estimator/run/estimator.h"

typedef struct moving_exprs {
    int count;
    const expr **data;
} moving_exprs;

/* The expressions of units `first` … `last` that mention any of `vars`. */
moving_exprs moving_find(const estimator *est, arena *a, int first, int last, uint64_t vars);
/* Does an axis that something in them is mapped to stand where any of `vars` says? */
bool moving_has_axis(const estimator *est, int first, int last, uint64_t vars);

#endif
