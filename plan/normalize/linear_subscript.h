#ifndef FPREDICT_PLAN_NORMALIZE_LINEAR_SUBSCRIPT_H
#define FPREDICT_PLAN_NORMALIZE_LINEAR_SUBSCRIPT_H

/* One subscript for all dimensions, as in a[i*M + j], becomes one for each. Private to plan/. */

#include "plan/planner/planner.h"

/* Leaves no linear reference in the planner's body: where the dimensions are not proved, the
 * indices are ones that only the run knows, which a warning says. */
void linear_subscripts_split(planner *p);

#endif
