#ifndef FPREDICT_PLAN_ANALYSIS_IN_RANGE_H
#define FPREDICT_PLAN_ANALYSIS_IN_RANGE_H

/* Which values an index has where it is used. Private to plan/. */

#include "plan/planner/planner.h"

/* Where an index stands. */
typedef struct index_place {
    planner *p;
    int count; /* the loops around, the innermost last: each of them runs */
    const loop_node *const *loops;
    const expr *extent; /* of the dimension, 1 at least; null: not known */
    const expr *known;  /* what is 0 at least there, by a condition around; or null */
} index_place;

/* Is e more than 0 there? False: not proved. */
bool index_is_positive(const index_place *at, const expr *e);
bool index_is_at_least(const index_place *at, const expr *e, const expr *least);
/* Is 0 <= e < count? */
bool index_is_within(const index_place *at, const expr *e, const expr *count);

#endif
