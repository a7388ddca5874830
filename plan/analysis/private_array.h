#ifndef FPREDICT_PLAN_ANALYSIS_PRIVATE_ARRAY_H
#define FPREDICT_PLAN_ANALYSIS_PRIVATE_ARRAY_H

/* Work arrays: local arrays that nothing maps, of which each iteration of a loop reads only what
 * it has written before (array privatization: Tu and Padua, "Automatic array privatization",
 * 1993). Private to plan/. */

#include "plan/planner/planner.h"

/* Expects the sites. Names such arrays in the `privates` of the loops whose iterations have their
 * own; were there any? */
bool private_arrays_find(planner *p);

#endif
