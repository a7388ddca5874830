#ifndef FPREDICT_PLAN_NORMALIZE_ARRAY_PART_H
#define FPREDICT_PLAN_NORMALIZE_ARRAY_PART_H

/* Parts of arrays that calls pass, as in f(u[i], M): elements of the formal are elements of the
 * array. */

#include "plan/planner/planner.h"

/* Can elements of the formal be told as elements of the array of which it gets a part? */
bool array_part_fits(const variable *formal, const argument *a);
/* `copy`, which is element `ref` of a formal with subscripts in terms of the caller, becomes an
 * element of the array that `first` is the formal's first element in. */
void array_part_place(planner *p, const reference *first, const reference *ref, reference *copy);
/* The first element of a formal, which is passed on. */
const reference *array_part_first(planner *p, const variable *formal, source_range where);
/* What the callee does to a part of the array is not followed: that, before `others`. */
const unknown_effect *array_part_effect(planner *p, const node *call, const variable *actual,
                                        const unknown_effect *others);
/* The same, with a warning of what the formal does. */
const unknown_effect *array_part_unknown(planner *p, const node *call, const variable *formal,
                                         const variable *actual, const unknown_effect *others);

#endif
