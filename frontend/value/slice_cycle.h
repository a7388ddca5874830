#ifndef FPREDICT_FRONTEND_VALUE_SLICE_CYCLE_H
#define FPREDICT_FRONTEND_VALUE_SLICE_CYCLE_H

/* Integers that a loop carries round and round, as cur = 1 - cur or k = (k + 1) % 3 do. */

#include "frontend/value/state.h"

/* What value_slice_carried, or value_slice_left after so many iterations, has said, in closed form
 * where all that the loop carries with it comes back to what it was after a few iterations; else
 * the value as it is. */
const expr *value_slice_cycle(lowering *lo, const expr *value);

#endif
