#ifndef FPREDICT_PLAN_ANALYSIS_BOUNDS_H
#define FPREDICT_PLAN_ANALYSIS_BOUNDS_H

/* Subscripts that leave their array. Private to plan/. */

#include "plan/planner/planner.h"

/* Warns of those that do for certain, and lists those that may (planner.bounds). */
void bounds_check(planner *p);

#endif
