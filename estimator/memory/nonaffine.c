#include <math.h>

#include "estimator/memory/walk.h"

/* Subscripts, steps and bounds that are no sums of the loops' variables. What moves evenly but for
 * rounding has a slope; loops of few iterations are read anew in each of them. */

/* --- Slopes ------------------------------------------------------------------------------- */

enum { POINTS = 9 };

/* How wide the band of that slope is that all values are in. */
static double band(const double *at, const double *value, double slope)
{
    double below = 0, above = 0;
    for (int i = 1; i < POINTS; i++) {
        double apart = value[i] - value[0] - slope * (at[i] - at[0]);
        below = lesser(below, apart);
        above = greater(above, apart);
    }
    return above - below;
}

/* Are all within 1 of the line through the first of them? */
static bool begins_on_line(const double *at, const double *value, double slope)
{
    bool is_near = true;
    for (int i = 1; i < POINTS; i++)
        is_near &= fabs(value[i] - value[0] - slope * (at[i] - at[0])) <= 1;
    return is_near;
}

/* The slope of the narrowest one, which goes through two of them. */
static void narrowest(const double *at, const double *value, double *slope)
{
    double least = HUGE_VAL;
    for (int i = 0; i < POINTS; i++)
        for (int k = i + 1; k < POINTS; k++) {
            double one = at[k] > at[i] ? (value[k] - value[i]) / (at[k] - at[i]) : 0;
            double wide = band(at, value, one);
            if (wide < least) {
                least = wide;
                *slope = one;
            }
        }
}

/* By how much a loop moves what is no sum of its variable, where that is a straight line but for
 * rounding, as [i / 2] is, or [(i - 5) / 10], which is 0 until it begins. */
static bool read_slope(memory_walk *w, const expr *x, const nest_node *n, double low, double high,
                       double *slope)
{
    double value[POINTS], at[POINTS];
    bool ok = true;
    for (int i = 0; i < POINTS; i++) {
        double step = fabs(w->loops[n - w->nest->nodes].step);
        at[i] = low + step * floor_of((high - low) / step * i / (POINTS - 1));
        env_set_loop_var(w->r->env, n->unit->var, (int64_t)at[i]);
        value[i] = numbers_value(w, x, &ok);
    }
    env_set_loop_var(w->r->env, n->unit->var, (int64_t)floor_of((low + high) / 2));
    *slope = (value[POINTS - 1] - value[0]) / greater(1, high - low);
    if (begins_on_line(at, value, *slope))
        return ok;
    if (high - low < REREAD_MOST * fabs(w->loops[n - w->nest->nodes].step))
        return false; /* iteration by iteration is better than by a line that a table is near */
    narrowest(at, value, slope);
    return ok && band(at, value, *slope) <= 2; /* within 1 of a line */
}

/* Puts the loops around a touch, those from `outside` on, to their middle. */
static void stand_in_the_middle(memory_walk *w, const touch *t, int outside)
{
    for (int k = outside; k < t->depth; k++) {
        const loop_var *v = w->nest->nodes[t->loops[k]].unit->var;
        double low, high, trips;
        loop_interval(w, t->loops[k], &low, &high, &trips);
        w->at[k] = floor_of((low + high) / 2);
        if (v)
            env_set_loop_var(w->r->env, v, (int64_t)w->at[k]);
    }
}

/* Sets the slope of a loop in which the touch is not affine, in all dimensions; false: none. */
static bool read_slopes_of(memory_walk *w, const touch *t, touch_state *s, int k)
{
    const nest_node *n = &w->nest->nodes[t->loops[k]];
    double low, high, trips;
    loop_interval(w, t->loops[k], &low, &high, &trips);
    s->slope[t->var->rank * t->depth + k] = w->at[k];
    for (int d = 0; d < t->var->rank; d++)
        if (t->rest[d] && expr_mentions(t->rest[d], n->unit->var) &&
            !read_slope(w, t->rest[d], n, low, high, &s->slope[d * t->depth + k]))
            return false;
    return true;
}

bool nonaffine_read(memory_walk *w, int at)
{
    const touch *t = &w->nest->touches[at];
    touch_state *s = &w->touches[at];
    bool is_found = true;
    s->slope = ARENA_ARRAY(w->r->scratch, (t->var->rank + 1) * t->depth, double);
    stand_in_the_middle(w, t, 0);
    for (int k = 0; k < t->depth; k++) {
        double low, high, trips;
        if (!(t->nonaffine_in >> k & 1) || read_slopes_of(w, t, s, k))
            continue;
        for (int d = 0; d < t->var->rank; d++)
            s->slope[d * t->depth + k] = 0;
        loop_interval(w, t->loops[k], &low, &high, &trips);
        is_found &= trips <= REREAD_MOST;
        w->loops[t->loops[k]].is_reread = trips <= REREAD_MOST;
    }
    w->needs_env |= is_found;
    return is_found;
}

void nonaffine_reread(memory_walk *w, int at, int outside)
{
    const touch *t = &w->nest->touches[at];
    touch_state *s = &w->touches[at];
    if (!s->slope)
        return;
    stand_in_the_middle(w, t, outside);
    for (int k = outside; k < t->depth; k++)
        if ((t->nonaffine_in >> k & 1) && !w->loops[t->loops[k]].is_reread)
            read_slopes_of(w, t, s, k);
}

/* --- Boxes of all iterations -------------------------------------------------------------- */

/* Numbers that say what a touch reaches while the loop and those inside it run. */
static int outer_numbers(const memory_walk *w, int number, int t)
{
    const touch *of = &w->nest->touches[t];
    return (w->nest->nodes[number].depth + 1) * of->var->rank * (of->depth + 1);
}

kept_boxes boxes_keep(const memory_walk *w, int number)
{
    const nest_node *n = &w->nest->nodes[number];
    kept_boxes kept = {0};
    int count = 1;
    for (int t = n->first; t < n->end; t++)
        count += outer_numbers(w, number, t);
    kept.low = ARENA_ARRAY(w->r->scratch, 2 * count, double);
    kept.high = kept.low + count;
    return kept;
}

void boxes_widen(memory_walk *w, int number, kept_boxes *kept)
{
    const nest_node *n = &w->nest->nodes[number];
    int at = 0;
    for (int t = n->first; t < n->end; t++) {
        touch_state *s = &w->touches[t];
        int count = outer_numbers(w, number, t), width = w->nest->touches[t].depth + 1;
        for (int i = width - 1; i < count && kept->is_set; i += width) {
            s->low[i] = lesser(s->low[i], kept->low[at + i]);
            s->high[i] = greater(s->high[i], kept->high[at + i]);
        }
        for (int i = 0; i < count; i++) {
            kept->low[at + i] = s->low[i];
            kept->high[at + i] = s->high[i];
        }
        at += count;
    }
    kept->is_set = true;
}
