#ifndef FPREDICT_PLAN_ANALYSIS_SECTION_H
#define FPREDICT_PLAN_ANALYSIS_SECTION_H

/* What subscripts touch while loops run, as regular sections. Private to plan/. */

#include "plan/planner/planner.h"

/* lower:upper:step, step 0 for one value. A step may be so many times an expression that is
 * not 0. */
typedef struct span {
    const site *at; /* the subscript's */
    bool is_known;  /* step and lower (or the value) are set */
    bool is_finite; /* upper is set, and both bounds hold */
    const expr *lower, *upper;
    int64_t step;
    const expr *unit; /* null: 1 */
} span;

/* The elements of one dimension that a subscript touches while the loops from
 * step `first` of the path on run and those above it stand still. */
span span_of(planner *p, const site *s, int first, const subscript *sub);
bool spans_disjoint(planner *p, const span *a, const span *b); /* false: not proved */
/* Are the elements of one dimension that two subscripts touch, as span_of says, others? False: not
 * proved. */
bool subscripts_disjoint(planner *p, const site *a, const subscript *of_a, const site *b,
                         const subscript *of_b, int first);
/* The only loop of the path, from step `first` on, whose variable `e` mentions;
 * *count is how many there are. */
const loop_node *free_loop(planner *p, const site *s, int first, const expr *e, int *count);

#endif
