#ifndef FPREDICT_PLAN_ANALYSIS_APART_H
#define FPREDICT_PLAN_ANALYSIS_APART_H

/* Proofs that integers differ, whatever the parameters and the loops' variables are. Private to
 * plan/. */

#include "plan/planner/planner.h"

/* Without remainders by multiples of m in it: it is the same modulo m. */
const expr *expr_without_remainders(expr_pool *pool, const expr *e, int64_t m);

/* Are the two never equal, as 1 - cur and cur, or t % 2 and (t + 1) % 2? */
bool never_equal(planner *p, const expr *a, const expr *b);

#endif
