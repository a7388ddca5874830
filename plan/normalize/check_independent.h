#ifndef FPREDICT_PLAN_NORMALIZE_CHECK_INDEPENDENT_H
#define FPREDICT_PLAN_NORMALIZE_CHECK_INDEPENDENT_H

/* Promises of HPF's `independent` that are not kept. Private to plan/. */

#include "plan/planner/planner.h"

/* Warns of loops that surely are not what the directive promises. */
void independents_check(planner *p);

#endif
