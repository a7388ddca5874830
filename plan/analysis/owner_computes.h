#ifndef FPREDICT_PLAN_ANALYSIS_OWNER_COMPUTES_H
#define FPREDICT_PLAN_ANALYSIS_OWNER_COMPUTES_H

/* Who executes what: owner computes, clauses, and loops that can be split. Private to plan/. */

#include "plan/planner/planner.h"

/* Sets the home of every site, and in loops that are split what they are split on. */
void partition_homes(planner *p);

#endif
