#ifndef FPREDICT_PLAN_ANALYSIS_SCALAR_H
#define FPREDICT_PLAN_ANALYSIS_SCALAR_H

/* What loops do with scalars. Private to plan/. */

#include "plan/planner/planner.h"

typedef enum scalar_use { SCALAR_UNUSED, SCALAR_READ, SCALAR_SET } scalar_use;

/* What the nodes from `first` to before `end` do first with v's value, as far as
 * statements tell: SET only where they do whatever conditions say. */
scalar_use scalar_first_use(const node *first, const node *end, const variable *v);
/* Is the scalar private to an iteration of the loop, or only added up in it? */
bool scalar_is_privatizable(const node *loop, const variable *v);

#endif
