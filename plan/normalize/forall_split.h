#ifndef FPREDICT_PLAN_NORMALIZE_FORALL_SPLIT_H
#define FPREDICT_PLAN_NORMALIZE_FORALL_SPLIT_H

/* Foralls as independent nests, one for each assignment. Private to plan/. */

#include "plan/planner/planner.h"

/* Makes independent nests of all foralls; reports those that cannot be. */
void foralls_lower(planner *p);

#endif
