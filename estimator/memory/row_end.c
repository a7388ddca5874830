#include "estimator/memory/walk.h"

/* Rows of few elements, as of structures or of the coordinates of bodies: the last elements of one
 * are in a line with the first ones of the next. */

/* Is it at one element? */
static bool is_element(const touch_state *s, int rank)
{
    bool is_one = !s->goes_anywhere;
    for (int d = 0; d < rank && is_one; d++)
        is_one = s->from[d] == s->to[d];
    return is_one;
}

bool row_end_is_beside(const memory_walk *w, int t, int by)
{
    const int rank = w->nest->touches[t].var->rank;
    const touch_state *s = &w->touches[t], *h = &w->touches[by];
    bool is_same = rank > 0 && is_element(s, rank) && is_element(h, rank);
    for (int d = 0; d < rank - 1 && is_same; d++)
        is_same = s->from[d] == h->from[d];
    return is_same && s->from[rank - 1] != h->from[rank - 1];
}

bool row_end_is_above(const memory_walk *w, int t, int by)
{
    const int last = w->nest->touches[t].var->rank - 1;
    return w->touches[t].from[last] > w->touches[by].from[last];
}

/* Do both come to one element of each of the same rows, which lie one after the other? */
static bool is_column(const touch_state *s, const touch_state *h, int rank)
{
    bool is_same = !s->goes_anywhere && !h->goes_anywhere;
    for (int d = 0; d < rank - 1 && is_same; d++)
        is_same = s->from[d] == h->from[d] && s->to[d] == h->to[d];
    return is_same && s->from[rank - 1] == s->to[rank - 1] &&
           h->from[rank - 1] == h->to[rank - 1] && s->to[rank - 2] > s->from[rank - 2] &&
           s->distinct[rank - 2] >= s->wide[rank - 2];
}

/* Are the two alike but for the element of the row? Sets by how many bytes they are apart, across
 * the end of a row, and the part of the first one's rows that have one before them. */
static bool read_apart(const memory_walk *w, int t, int by, int loop, double *apart, double *part)
{
    const int rank = w->nest->touches[t].var->rank, last = rank - 1;
    const touch_state *s = &w->touches[t], *h = &w->touches[by];
    double pace = 0;
    *apart = 0;
    *part = 1;
    if (rank < 2 || !region_moves_alike(w, t, by, loop))
        return false;
    if (is_column(s, h, rank)) {
        *part = 1 - 1 / s->wide[last - 1];
        *apart = s->pitch[last - 1] + (s->from[last] - h->from[last]) * s->pitch[last];
        return true;
    }
    if (!is_element(s, rank) || !is_element(h, rank) || s->step_low[loop * rank + last])
        return false;
    for (int d = 0; d < rank; d++) {
        const double by_iteration = s->step_low[loop * rank + d];
        pace += by_iteration * s->pitch[d];
        *apart += (s->from[d] - h->from[d] + by_iteration) * s->pitch[d];
    }
    return pace != 0;
}

double row_end_share(const memory_walk *w, int t, int by, int loop, int level)
{
    const double line = w->level[level].line;
    double apart, part;
    if (!read_apart(w, t, by, loop, &apart, &part) || fabs(apart) >= line)
        return 0;
    return (1 - fabs(apart) / line) * part;
}

/* Of rows shorter than a line each column comes to all lines: they are the first one's. */
double row_end_known(const memory_walk *w, int t, int by, int loop, int level)
{
    const int rank = w->nest->touches[t].var->rank;
    const touch_state *s = &w->touches[t], *h = &w->touches[by];
    double apart, part;
    if (rank < 2 || s->pitch[rank - 2] >= w->level[level].line)
        return row_end_share(w, t, by, loop, level);
    bool is_same = read_apart(w, t, by, loop, &apart, &part);
    for (int d = 0; d < rank - 1 && is_same; d++)
        is_same = s->from[d] == h->from[d];
    return is_same && order_is_before(w, by, t, level) ? 1 : 0;
}
