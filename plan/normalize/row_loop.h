#ifndef FPREDICT_PLAN_NORMALIZE_ROW_LOOP_H
#define FPREDICT_PLAN_NORMALIZE_ROW_LOOP_H

/* A loop over all elements of a flat array, row after row, becomes one over rows and one over the
 * places in a row. Private to plan/. */

#include "plan/planner/planner.h"

/* Expects linear references; leaves them with the variables of the new loops. */
void row_loops_make(planner *p);

#endif
