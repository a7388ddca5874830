#ifndef FPREDICT_PLAN_ANALYSIS_PRIVATE_H
#define FPREDICT_PLAN_ANALYSIS_PRIVATE_H

/* Which variables are private to an iteration or a call. Private to plan/. */

#include "plan/planner/planner.h"

/* Is `v` private to each iteration of the loop, or to each call: declared there, named in
 * new(..), or a work array (analysis/private_array.h)? */
bool is_private_in(const node *n, const variable *v);
/* The same of an array, and of the loop at `step` or what stands inside it; one that is mapped
 * is where its map says, unless new(..) names it. */
bool array_is_private_in(const site *s, int step, const variable *v);

#endif
