#ifndef FPREDICT_PLAN_ANALYSIS_HOME_COVER_H
#define FPREDICT_PLAN_ANALYSIS_HOME_COVER_H

/* Iterations that no processor would execute. Private to plan/. */

#include "plan/planner/planner.h"

/* Has what the access names an owner in each iteration of the loop at `step` of its site's path?
 * False: not proved. */
bool home_covers(planner *p, const access *a, int step);

#endif
