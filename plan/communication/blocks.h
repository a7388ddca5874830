#ifndef FPREDICT_PLAN_COMMUNICATION_BLOCKS_H
#define FPREDICT_PLAN_COMMUNICATION_BLOCKS_H

/* What is needed in every second stretch of a loop's iterations, as in the butterflies of an FFT.
 * Private to plan/. */

#include "plan/analysis/guard_ranges.h"

/* Does a condition begin the loop's iterations after the first stretch's begin? */
bool blocks_are_cut(const need *from, const guard_blocks *of);
/* In the stretch that it begins in, if so. */
need blocks_first(planner *p, const need *from, const guard_blocks *of);
/* In whole stretches after that: in place of the loop one over these and one in each of them. */
need blocks_whole(planner *p, const need *from, const guard_blocks *of);
/* In the last one, where the loop ends in it. */
need blocks_last(planner *p, const need *from, const guard_blocks *of);

#endif
