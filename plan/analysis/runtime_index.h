#ifndef FPREDICT_PLAN_ANALYSIS_RUNTIME_INDEX_H
#define FPREDICT_PLAN_ANALYSIS_RUNTIME_INDEX_H

/* Subscripts whose values are known only at run time. Private to plan/. */

#include "plan/planner/planner.h"

/* Raises `step` and `earliest`, which say a place as dependence_place does, to after the
 * statements that set what is known only at run time of the elements that a reference reads, or
 * of the processors that need them. */
void defined_before(planner *p, const site *at, const reference *ref, int *step, int *earliest);

#endif
