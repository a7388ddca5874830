#include "estimator/memory/walk.h"

/* Rows of few elements, as of structures or of the coordinates of bodies: the last elements of one
 * are in a line with the first ones of the next. */

/* Is it at one element? */
static bool is_element(const memory_walk *w, int t)
{
    const touch_state *s = &w->touches[t];
    bool is_one = !s->goes_anywhere;
    for (int d = 0; d < w->nest->touches[t].var->rank && is_one; d++)
        is_one = s->from[d] == s->to[d];
    return is_one;
}

double row_end_share(const memory_walk *w, int t, int by, int loop, int level)
{
    const int rank = w->nest->touches[t].var->rank;
    const touch_state *s = &w->touches[t], *h = &w->touches[by];
    const double line = w->level[level].line;
    double on = 0, apart = 0;
    if (rank < 2 || !region_moves_alike(w, t, by, loop) || !is_element(w, t) || !is_element(w, by))
        return 0;
    for (int d = 0; d < rank; d++) {
        const double by_iteration = s->step_low[loop * rank + d];
        if (d == rank - 1 && by_iteration)
            return 0;
        on += by_iteration * s->pitch[d];
        apart += (s->from[d] - h->from[d] + by_iteration) * s->pitch[d];
    }
    return on && fabs(apart) < line ? 1 - fabs(apart) / line : 0;
}
