#ifndef FPREDICT_PLAN_NORMALIZE_SCALAR_EXPAND_H
#define FPREDICT_PLAN_NORMALIZE_SCALAR_EXPAND_H

/* Scalars that a divided loop carries, as arrays. Private to plan/. */

#include "plan/planner/planner.h"

/* Makes arrays of them, which makes the sites and their homes out of date. */
void scalars_expand(planner *p, const function *entry);

#endif
