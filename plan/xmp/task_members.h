#ifndef FPREDICT_PLAN_XMP_TASK_MEMBERS_H
#define FPREDICT_PLAN_XMP_TASK_MEMBERS_H

/* XcalableMP: who must execute what stands in a task. Private to plan/. */

#include "plan/planner/planner.h"

/* Lists the participants that constructs in tasks, and under clauses, need (planner.members). */
void members_check(planner *p);

#endif
