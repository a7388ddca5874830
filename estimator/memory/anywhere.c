#include "estimator/memory/anywhere.h"

#include <math.h>

/* References through indices that are known only at run time. Each draw of such an index may come
 * to any line of its array; what is known is which draws are the same. */

/* --- The same index again --------------------------------------------------------------------- */

/* Do the loops outside of both boxes move the two alike? Else where single elements are now says
 * nothing. */
static bool is_moved_alike(const memory_walk *w, int t, int by)
{
    const touch *of = &w->nest->touches[t], *other = &w->nest->touches[by];
    const touch_state *s = &w->touches[t], *h = &w->touches[by];
    const int rank = of->var->rank;
    bool is_alike = s->outside == h->outside;
    for (int k = 0; k < s->outside && is_alike; k++) {
        is_alike = of->loops[k] == other->loops[k];
        for (int d = 0; d < rank && is_alike; d++)
            is_alike = s->to[d] > s->from[d] || h->to[d] > h->from[d] ||
                       s->low[(of->depth * rank + d) * (of->depth + 1) + k] ==
                           h->low[(other->depth * rank + d) * (other->depth + 1) + k];
    }
    return is_alike;
}

/* The share of element touch `t` that `by` reads so many iterations of the loop ago, element by
 * element: neighbours in a line tell nothing of each other's values. */
static double shared_elements(const memory_walk *w, int t, int by, int loop, double ago)
{
    const touch *of = &w->nest->touches[t];
    const touch_state *s = &w->touches[t], *h = &w->touches[by];
    double share = is_moved_alike(w, t, by) ? 1 : 0;
    for (int d = 0; d < of->var->rank && share > 0; d++) {
        double low = h->from[d], high = h->to[d];
        if (s->access[d] == DIM_ANYWHERE)
            continue;
        if (ago) {
            low -= ago * h->step_low[loop * of->var->rank + d];
            high -= ago * h->step_high[loop * of->var->rank + d];
        }
        double both = lesser(high, s->to[d]) - greater(low, s->from[d]) + 1;
        share *= both > 0 ? lesser(1, both / greater(1, s->to[d] - s->from[d] + 1)) : 0;
    }
    return share <= 0 || !s->goes_anywhere ? share : share * anywhere_shared(w, t, by, loop, ago);
}

static double shared_index(const memory_walk *w, int t, int by, int d, int loop, double ago)
{
    const touch *of = &w->nest->touches[t], *other = &w->nest->touches[by];
    const touch_index *x = &of->index[d], *y = &other->index[d];
    if (!x->of || x->of != y->of || x->factor != y->factor || x->settings != y->settings)
        return 0;
    if (ago && (x->set_in >> loop & 1))
        return 0;
    if (x->element >= 0)
        return shared_elements(w, x->element, y->element, loop, ago);
    return lesser(1, w->touches[by].draws / greater(1e-9, w->touches[t].draws));
}

double anywhere_shared(const memory_walk *w, int t, int by, int loop, double ago)
{
    const touch *of = &w->nest->touches[t], *other = &w->nest->touches[by];
    double share = of->index && other->index ? 1 : 0;
    for (int d = 0; d < of->var->rank && share > 0; d++)
        if (of->access[d] == DIM_ANYWHERE)
            share *= other->access[d] == DIM_ANYWHERE ? shared_index(w, t, by, d, loop, ago) : 0;
    return share;
}

double anywhere_most_draws(const memory_walk *w, int t, int loop)
{
    const touch *of = &w->nest->touches[t];
    double most = of->index ? 1 : HUGE_VAL;
    for (int d = 0; d < of->var->rank && most < HUGE_VAL; d++) {
        if (of->access[d] != DIM_ANYWHERE)
            continue;
        const touch_index *by = &of->index[d];
        bool is_known = by->of && by->element >= 0 && !(by->set_in >> loop & 1);
        most = is_known ? most * w->touches[by->element].elements : HUGE_VAL;
    }
    return most;
}

/* --- The same line ---------------------------------------------------------------------------- */

static int64_t common(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Bytes from the place that the draws alone say to the touch's, and what a draw steps by. */
static double place_of(const memory_walk *w, int t, int64_t *step)
{
    const touch *of = &w->nest->touches[t];
    const touch_state *s = &w->touches[t];
    double at = of->ref->member_at;
    bool ok = true;
    for (int d = 0; d < of->var->rank; d++)
        if (of->access[d] == DIM_ANYWHERE) {
            at += numbers_value(w, of->index[d].offset, &ok) * s->pitch[d];
            *step = common(*step,
                           (int64_t)fabs(numbers_value(w, of->index[d].factor, &ok) * s->pitch[d]));
        } else if (d < of->var->rank - 1) { /* rows that other dimensions tell apart */
            *step = common(*step, (int64_t)s->pitch[d]);
        }
    return ok ? at : HUGE_VAL;
}

double anywhere_same_line(const memory_walk *w, int t, int by, int level)
{
    const int64_t line = (int64_t)w->level[level].line;
    int64_t step = line, other = line;
    const double at = place_of(w, t, &step), there = place_of(w, by, &other);
    const double base = w->touches[t].base;
    if (!(fabs(at) < HUGE_VAL && fabs(there) < HUGE_VAL) || step < 1)
        return 0;
    double same = 0, all = 0;
    for (int64_t begin = 0; begin < line; begin += step, all++)
        same += floor_of((base + at + (double)begin) / (double)line) ==
                floor_of((base + there + (double)begin) / (double)line);
    return same / all;
}

/* --- Lines that have gone --------------------------------------------------------------------- */

/* What the loop's other touches have new in an iteration. */
static double new_of_others(const memory_walk *w, const nest_node *n, int g, int level)
{
    double others = 0;
    for (int h = n->first; h < n->end; h++)
        if (h != g && w->touches[h].runs > 0 && leaves_lines(w, h, level))
            others +=
                w->touches[h].fresh[level] * (1 - region_covered(w, h, h, n->depth, 1, level));
    return others;
}

double anywhere_lost(const memory_walk *w, const nest_node *n, int g, int level)
{
    const touch_state *s = &w->touches[g];
    const cache_shape *shape = &w->level[level];
    const double lines = s->all[level], places = lines / s->each[level];
    const double others = new_of_others(w, n, g, level) / greater(s->draws, 1e-9);
    double least = 0, most = 50 * places;
    double room = shape->ways ? shape->lines * (1 - 0.5 / shape->ways) : shape->lines;
    if (lines + others * most <= room)
        return 0;
    for (int i = 0; i < 40; i++) {
        double m = (least + most) / 2;
        if (-expm1(-m / places) * lines + others * m < room)
            least = m;
        else
            most = m;
    }
    return exp(-most / places);
}
