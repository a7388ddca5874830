#ifndef FPREDICT_PLAN_LOOP_INVARIANT_H
#define FPREDICT_PLAN_LOOP_INVARIANT_H

/* What an innermost loop reads and leaves as it is. Private to plan/. */

#include "plan/planner/planner.h"

/* Expects the sites. Names in the `invariants` of innermost loops the elements of distributed
 * arrays that their statements read in each iteration, always the same ones, and that nothing in
 * the loop writes. */
void invariants_find(planner *p);

#endif
