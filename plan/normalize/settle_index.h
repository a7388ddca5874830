#ifndef FPREDICT_PLAN_NORMALIZE_SETTLE_INDEX_H
#define FPREDICT_PLAN_NORMALIZE_SETTLE_INDEX_H

/* Choices in an index, as boundaries are written. Private to plan/. */

#include "plan/analysis/in_range.h"

/* The same value wherever the index is used: without choices that always go one way, with a
 * remainder for a choice that wraps round (i == 0 ? n - 1 : i - 1), and with the least or greatest
 * value for one that keeps within bounds (i - k < 0 ? 0 : i - k). */
const expr *index_settle(const index_place *at, const expr *e);

/* Does so for all subscripts of the planner's body. */
void subscripts_settle(planner *p);

#endif
