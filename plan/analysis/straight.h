#ifndef FPREDICT_PLAN_ANALYSIS_STRAIGHT_H
#define FPREDICT_PLAN_ANALYSIS_STRAIGHT_H

/* Indices that go straight on but at the ends of their range. Private to plan/. */

#include "plan/analysis/in_range.h"

/* What e is where it neither wraps round nor is kept within bounds: i - 1 for (i + n - 1) mod n and
 * for max(0, i - 1). That is e itself where it does neither, or where it is not proved that it does
 * so only at the ends: it goes round once at most, and stands still for a number of iterations
 * which the dimension's extent does not change. */
const expr *index_straight(const index_place *at, const expr *e);

#endif
