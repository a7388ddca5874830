#ifndef FPREDICT_PLAN_ANALYSIS_ACCUMULATION_H
#define FPREDICT_PLAN_ANALYSIS_ACCUMULATION_H

/* Loops that only add to a scalar, or to an array of which all processors have a copy: each
 * processor may add up its part, and the parts are combined after the loop. Private to plan/. */

#include "plan/planner/planner.h"

/* Do all accesses to v, a scalar or such an array, under that step only accumulate with one
 * operation? */
bool only_accumulates(planner *p, const site *at, int step, const variable *v, reduce_op op);
/* Does the site add to such an array, and all that is under that step, too? */
bool array_accumulates(planner *p, const site *at, int step);
/* The outermost loop on the way to the site under which that is so; the site's depth: none. */
int accumulation_step(planner *p, const site *at, const variable *v, reduce_op op);

#endif
