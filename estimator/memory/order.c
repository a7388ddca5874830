#include <math.h>

#include "estimator/memory/walk.h"

/* Of touches that the same loops move alike through an array, the one that is furthest ahead in
 * the outermost loop that tells them apart comes first to an element: u[i+1][j] before u[i][j+1],
 * and that before u[i][j-1]. The lines are its own, and the others find them again. The order is
 * the same for each of the loops around, so that what is one's own inside is so further out. */

static bool is_alike(const memory_walk *w, int t, int other)
{
    const touch *a = &w->nest->touches[t], *b = &w->nest->touches[other];
    const touch_state *s = &w->touches[t], *o = &w->touches[other];
    if (a->var != b->var || a->depth != b->depth)
        return false;
    for (int k = 0; k < a->depth; k++)
        if (a->loops[k] != b->loops[k])
            return false;
    for (int d = 0; d < a->var->rank; d++) {
        int at = (a->depth * a->var->rank + d) * (a->depth + 1);
        for (int k = 0; k < a->depth; k++)
            if (s->low[at + k] != o->low[at + k] || s->high[at + k] != o->high[at + k])
                return false;
    }
    return true;
}

/* Are they on the same line at once? Then the statement's first one is told to bring it. */
static bool is_near(const memory_walk *w, int t, int other, int level)
{
    const touch *of = &w->nest->touches[t];
    const touch_state *s = &w->touches[t], *o = &w->touches[other];
    double bytes = 0;
    for (int d = 0; d < of->var->rank; d++) {
        int at = (of->depth * of->var->rank + d) * (of->depth + 1) + of->depth;
        bytes += (o->low[at] - s->low[at]) * s->pitch[d];
    }
    return fabs(bytes) < w->level[level].line;
}

/* Iterations of loop k after which `t` is where `other` is now; 0: it never is. */
static double ahead_in(const memory_walk *w, int t, int other, int k)
{
    const touch *of = &w->nest->touches[t];
    const touch_state *s = &w->touches[t], *o = &w->touches[other];
    double ahead = 0;
    bool is_first = true;
    for (int d = 0; d < of->var->rank; d++) {
        int at = (of->depth * of->var->rank + d) * (of->depth + 1);
        double each = s->low[at + k] * w->loops[of->loops[k]].step;
        double apart = o->low[at + of->depth] - s->low[at + of->depth];
        if (!each)
            continue;
        if (!is_first && apart / each != ahead)
            return 0;
        ahead = apart / each;
        is_first = false;
    }
    return fabs(ahead) < 1 ? 0 : ahead;
}

static bool is_behind(const memory_walk *w, int t, int other, int level)
{
    for (int k = 0; k < w->nest->touches[t].depth && !is_near(w, t, other, level); k++) {
        double ahead = ahead_in(w, t, other, k);
        if (ahead)
            return ahead > 0;
    }
    return other < t;
}

void order_read(memory_walk *w)
{
    for (int t = 0; t < w->nest->touch_count; t++) {
        touch_state *s = &w->touches[t];
        s->like = t;
        for (int l = 0; l < w->levels; l++)
            s->before[l] = 0;
        if (w->nest->touches[t].is_again)
            continue;
        /* The same loops are around neighbours only. */
        for (int h = t - 1; h >= 0 && w->nest->touches[h].depth > 0 &&
                            w->nest->touches[h].loops[0] == w->nest->touches[t].loops[0];
             h--) {
            if (w->nest->touches[h].is_again || !is_alike(w, t, h))
                continue;
            s->like = w->touches[h].like;
            for (int l = 0; l < w->levels; l++)
                ++*(is_behind(w, t, h, l) ? &s->before[l] : &w->touches[h].before[l]);
        }
    }
}
