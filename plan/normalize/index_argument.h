#ifndef FPREDICT_PLAN_NORMALIZE_INDEX_ARGUMENT_H
#define FPREDICT_PLAN_NORMALIZE_INDEX_ARGUMENT_H

/* Integers known only at run time that a call passes, and whose function takes them for indices of
 * arrays, or asks whether they are equal or alike, and nothing else: swap_rows(pivot, k). Private
 * to plan/. */

#include "plan/planner/planner.h"

/* What stands for the value of argument `i`: an index in the middle (PARAM_INDEX), which is
 * assumed; null: the value is known, or decides more than which elements are meant. */
const expr *index_argument(planner *p, const call_node *call, int i);
/* Does the condition go by nothing that such an index stands for? What that is in place of is
 * another one each time, so the condition goes by its probability. */
bool index_argument_tells(const expr *condition);

#endif
