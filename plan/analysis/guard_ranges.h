#ifndef FPREDICT_PLAN_ANALYSIS_GUARD_RANGES_H
#define FPREDICT_PLAN_ANALYSIS_GUARD_RANGES_H

/* Conditions around a reference, as ranges of its loops. Private to plan/. */

#include "plan/planner/planner.h"

/* Works the conditions around a site, from `step` of its path on, and of the reference there into
 * the ranges of its loops; false: they hold less often than the ranges say. */
bool guard_narrow(planner *p, const site *at, const reference *ref, int step, loop_range *range,
                  int count);

#endif
