#ifndef FPREDICT_PLAN_ANALYSIS_GUARD_RANGES_H
#define FPREDICT_PLAN_ANALYSIS_GUARD_RANGES_H

/* Conditions around a reference, as ranges of its loops. Private to plan/. */

#include "plan/planner/planner.h"

/* Every second stretch of so many iterations: of i where (i & s) != 0, s a power of 2. */
typedef struct guard_blocks {
    int range;        /* whose; -1: no condition says so of any */
    const expr *size; /* iterations of one */
    bool is_second;   /* those after one of `size`; false: from `from` on */
    const expr *from; /* the range's first iteration, before conditions that raise it */
} guard_blocks;

/* Works the conditions around a site, from `step` of its path on, and of the reference there into
 * the ranges of its loops, or, of one of them, into `blocks` (null: into none); false: they hold
 * less often than that says. */
bool guard_narrow(planner *p, const site *at, const reference *ref, int step, loop_range *range,
                  int count, guard_blocks *blocks);

#endif
