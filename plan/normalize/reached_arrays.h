#ifndef FPREDICT_PLAN_NORMALIZE_REACHED_ARRAYS_H
#define FPREDICT_PLAN_NORMALIZE_REACHED_ARRAYS_H

/* Which functions have to do with distributed arrays. Private to plan/. */

#include "plan/planner/planner.h"

/* May the function, or one that it calls, look at, set, move or pass on an array that is mapped?
 * Not by its formals, which the caller knows. Nor may it do what needs all processors. */
bool reaches_mapped(const planner *p, const function *f);

#endif
