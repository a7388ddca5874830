#ifndef FPREDICT_PLAN_PASSES_INSERT_EXCHANGES_H
#define FPREDICT_PLAN_PASSES_INSERT_EXCHANGES_H

/* Communications in their places. Private to plan/. */

#include "plan/planner/planner.h"

/* Puts a communication for each of the planner's first `count` exchanges into its list: before the
 * node that it is for, or after it, those between two nodes in the order in which they were
 * found. */
void exchanges_insert(planner *p, int count);

#endif
