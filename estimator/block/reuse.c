#include "estimator/block/reuse.h"

#include <math.h>

#include "estimator/run/run.h"

/* What the next iteration of a loop that communicates finds in the cache, when
 * all that one iteration touches fits: the lines that an iteration touches and
 * the one before did not. A time loop goes over the same lines again and finds
 * all of them; a loop over the rows of an array meets a new row each time.
 *
 * References are looked at as boxes of indices, of the loop's first and second
 * iteration: how boxes overlap does not change from one iteration to
 * the next as long as subscripts and bounds are affine. */

typedef struct box {
    double low[MAX_RANK], high[MAX_RANK]; /* infinite: all of the dimension */
} box;

/* What has no value here is not moving. */
static bool value_of(run *r, const expr *x, double *out)
{
    int64_t value;
    bool ok = run_value(r, x, &value);
    *out = (double)value;
    return ok;
}

/* First and last value of a loop of the block, the loops outside it being at
 * their first (`side` 0) or last. */
static bool loop_interval(run *r, const ref_group *g, int k, double *low, double *high)
{
    double found[4];
    for (int side = 0; side < 2; side++) {
        for (int outer = 0; outer < k; outer++) {
            const aag_unit *l = g->loops[outer];
            double at;
            if (!l->var)
                continue;
            if (!value_of(r, side ? l->range.upper : l->range.lower, &at))
                return false;
            env_set_loop_var(r->env, l->var, (int64_t)at);
        }
        if (!value_of(r, g->loops[k]->range.lower, &found[2 * side]) ||
            !value_of(r, g->loops[k]->range.upper, &found[2 * side + 1]))
            return false;
    }
    *low = fmin(fmin(found[0], found[1]), fmin(found[2], found[3]));
    *high = fmax(fmax(found[0], found[1]), fmax(found[2], found[3]));
    return true;
}

static bool dim_interval(run *r, const ref_group *g, int d, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (int i = 0; i < g->offset_count[d]; i++) {
        double offset;
        if (!value_of(r, g->offset[d][i], &offset))
            return false;
        *low = fmin(*low, offset);
        *high = fmax(*high, offset);
    }
    for (int k = 0; k < g->loop_count; k++) {
        const expr *c = g->coefficient[d * g->loop_count + k];
        double from, to, factor;
        if (g->jumps[d * g->loop_count + k])
            return false;
        if (!c)
            continue;
        if (!value_of(r, c, &factor) || !loop_interval(r, g, k, &from, &to))
            return false;
        *low += fmin(factor * from, factor * to);
        *high += fmax(factor * from, factor * to);
    }
    return true;
}

static box box_of(run *r, const ref_group *g)
{
    box all;
    for (int d = 0; d < g->var->rank; d++) {
        if (g->access[d] == DIM_AFFINE && dim_interval(r, g, d, &all.low[d], &all.high[d]))
            continue;
        all.low[d] = -INFINITY;
        all.high[d] = INFINITY;
    }
    return all;
}

/* The share of `next`, in one dimension, that `held` covers. */
static double covered(const box *next, const box *held, int d)
{
    if (isinf(held->low[d]))
        return 1;
    if (isinf(next->low[d]))
        return 0;
    double both = fmin(next->high[d], held->high[d]) - fmax(next->low[d], held->low[d]) + 1;
    return both > 0 ? both / (next->high[d] - next->low[d] + 1) : 0;
}

/* The same in lines, where neighbours in memory share them: what is beyond
 * `held` begins on its last line. */
static double covered_lines(const box *next, const box *held, int d, double per_line)
{
    double share = covered(next, held, d);
    if (share >= 1 || per_line <= 1 || isinf(next->low[d]))
        return share;
    double lines = (next->high[d] - next->low[d] + 1) / per_line + 1 - 1 / per_line;
    double beyond = fmax(0, next->high[d] - held->high[d]) + fmax(0, held->low[d] - next->low[d]);
    return fmax(0, 1 - beyond / per_line / lines);
}

static double held_share(const ref_group *g, const box *next, const box *held, double per_line)
{
    double share = 1;
    int last = g->var->rank - 1;
    for (int d = 0; d < last; d++)
        share *= covered(next, held, d);
    return last < 0 ? share : share * covered_lines(next, held, last, per_line);
}

/* The largest share of `next` that a group of the loop's body has just touched. */
static double found_share(run *r, const aag_unit *loop, const ref_group *g, const box *next,
                          double line)
{
    double found = 0, per_line = line / g->var->elem_bytes;
    for (int i = 0; i < r->est->block_count; i++) {
        const block_info *b = &r->est->blocks[i];
        if (b->unit->id <= loop->id || b->unit->id > loop->last)
            continue;
        for (int k = 0; k < b->group_count && found < 1; k++) {
            const ref_group *h = &b->groups[k];
            if (h->var != g->var)
                continue;
            box held = box_of(r, h);
            found = fmax(found, held_share(g, next, &held, per_line));
        }
    }
    return found;
}

double memory_reuse_fraction(run *r, const aag_unit *loop, const ref_group *g, double line)
{
    if (!loop->var || !(g->vars & r->est->unit[loop->id].var))
        return 0;
    const expr *var = expr_loop_var(r->est->graph->program->pool, loop->var);
    const loop_values *v = r->values[loop->id];
    double now;
    if (!value_of(r, var, &now))
        return 1;
    env_set_loop_var(r->env, loop->var, v->lower[0] + v->step);
    box next = box_of(r, g);
    env_set_loop_var(r->env, loop->var, v->lower[0]);
    double share = 1 - found_share(r, loop, g, &next, line);
    env_set_loop_var(r->env, loop->var, (int64_t)now);
    return share;
}
