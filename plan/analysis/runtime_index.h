#ifndef FPREDICT_PLAN_ANALYSIS_RUNTIME_INDEX_H
#define FPREDICT_PLAN_ANALYSIS_RUNTIME_INDEX_H

/* Subscripts whose values are known only at run time. Private to plan/. */

#include "plan/planner/planner.h"

/* The reference, with subscripts that may be any where an iteration of a loop that has an owner
 * sets the bounds of loops inside, as in { int k = first[i], n = first[i + 1]; for (; k < n; k++)
 * x[k]; }: what it reads is there before that loop, and its iterations are divided. The reference
 * itself where there is no such loop. */
const reference *any_indices(planner *p, const site *at, const reference *ref);

/* Raises `step` and `earliest`, which say a place as dependence_place does, to after the
 * statements that set what is known only at run time of the elements that a reference reads, or
 * of the processors that need them. */
void defined_before(planner *p, const site *at, const reference *ref, int *step, int *earliest);

/* Does the loop at that step of the path say which elements the reference is to, or who needs them?
 * Or else it says only how often. */
bool range_tells(const site *at, const reference *ref, int step);

/* Are its bounds known only within that step, since a statement there sets what they are? */
bool range_is_set_below(planner *p, const site *at, int step, const loop_range *range);

/* Does the site set a value that the ranges of the need go by? Null: does any? */
bool need_goes_by(planner *p, const need *n, const site *s);

/* The reference, with a parameter (PARAM_INDEX) for each subscript that is the value of a scalar
 * which nothing below the child at `step` of the site's path changes: all of its iterations are
 * about one index there, though only the run knows which. `earliest` is raised to after the last
 * statement of that list which sets the scalar. The reference itself where there is no such
 * subscript. */
const reference *single_indices(planner *p, const site *at, const reference *ref, int step,
                                int *earliest);

/* A parameter (PARAM_INDEX) that stands for the scalar's value as an index of such a dimension. */
const expr *runtime_index_typical(planner *p, const param *scalar, const expr *extent);

#endif
