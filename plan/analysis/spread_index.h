#ifndef FPREDICT_PLAN_ANALYSIS_SPREAD_INDEX_H
#define FPREDICT_PLAN_ANALYSIS_SPREAD_INDEX_H

/* What stands for an index that each iteration of a loop finds anew, as the row of a pivot.
 * Private to plan/. */

#include "plan/planner/planner.h"

/* The index that the scalar is, as a subscript of dimension `d` of `array`, in each iteration of
 * the innermost loop around step `step` of the site's path that sets it: spread evenly over what it
 * may be there, which the values that it is set to say, or else the dimension. What --set says of
 * the scalar goes before. Null where no such loop counts. */
const expr *spread_index(planner *p, const site *at, int step, const variable *scalar,
                         const variable *array, int d);

#endif
