#ifndef FPREDICT_PLAN_NORMALIZE_INLINE_H
#define FPREDICT_PLAN_NORMALIZE_INLINE_H

/* Calls, replaced by the bodies of what they call. Private to plan/. */

#include "plan/normalize/array_names.h"
#include "plan/planner/planner.h"

/* A clone of the entry's body with a clone of the callee's, formals replaced by actuals, in each
 * call. A function that calls itself is a loop
 * over its executions (recursion.h). */
node *instance_entry(planner *p, const function *entry);
/* A clone of a list with other expressions in it. */
node *instance_substitute(planner *p, const node *list, const expr_substitution *values);

/* The same with these names of arrays, and in place of exchanging them goes on with other names,
 * that are left in `names`. Without names: they are as they were, and what exchanges stays. */
node *instance_renamed(planner *p, const node *list, const expr_substitution *values,
                       array_names *names);

#endif
