#include <math.h>

#include "estimator/memory/walk.h"

/* Which half of its box a touch is in that comes to a triangle of it. */

/* Where the loops inside are at their middles, the inner ones at those that they have there: how
 * far through dimension `d` of its box, from 0 to 1. */
static double place_in(const memory_walk *w, int t, int d)
{
    const touch *of = &w->nest->touches[t];
    const touch_state *s = &w->touches[t];
    const double *index = s->low + (of->depth * of->var->rank + d) * (of->depth + 1);
    double at = index[of->depth];
    for (int k = 0; k < of->depth; k++)
        at += index[k] * w->at[k];
    return (at - s->from[d]) / greater(1, s->to[d] - s->from[d]);
}

int region_corner(memory_walk *w, int t)
{
    enum { HALF = 2 };
    const touch *of = &w->nest->touches[t];
    const touch_state *s = &w->touches[t];
    int dims[HALF] = {0}, count = 0;
    if (s->full > TRIANGLE_MOST || of->goes_anywhere || s->slope)
        return 0;
    for (int d = 0; d < of->var->rank; d++)
        if (s->wide[d] > 1) {
            if (count == HALF || s->access[d] != DIM_AFFINE)
                return 0;
            dims[count++] = d;
        }
    if (count < HALF)
        return 0;
    for (int k = s->outside; k < of->depth; k++) {
        double low = 0, high = 0, trips;
        if (w->loops[of->loops[k]].is_opaque)
            return 0;
        loop_interval(w, of->loops[k], &low, &high, &trips);
        w->at[k] = (low + high) / 2;
    }
    const double apart = place_in(w, t, dims[0]) - place_in(w, t, dims[1]);
    return fabs(apart) < CORNER_LEAST ? 0 : apart > 0 ? 1 : -1;
}
