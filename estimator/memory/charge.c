#include "estimator/memory/charge.h"

#include "estimator/memory/misses.h"

/* Blocks know groups of references, the walk touches. In iterations of loops over levels outside a
 * block its groups are in another place each time, and miss what they miss there. */

/* --- Groups ------------------------------------------------------------------------ */

/* Is what a loop adds to the subscripts the same in both? */
static bool is_moved_alike(const ref_group *g, int k, const touch *t, int loop)
{
    for (int d = 0; d < t->var->rank; d++)
        if (g->access[d] == DIM_AFFINE && t->access[d] == DIM_AFFINE &&
            g->coefficient[d * g->loop_count + k] != t->coefficient[d * t->depth + loop])
            return false;
    return true;
}

static bool is_unrolled(const touch *t, const aag_unit *loop)
{
    const nest_level *l = t->levels;
    while (l && l->unit != loop)
        l = l->outer;
    return l;
}

/* The blocks' groups are of the same accesses, by unit, step and loops inside the block. */
static bool is_of_group(const nest *n, const touch *t, const ref_group *g)
{
    int loop = t->depth - 1;
    if (g->var != t->var)
        return false;
    for (int k = g->loop_count - 1; k >= 0; k--) {
        if (is_unrolled(t, g->loops[k]))
            continue;
        if (loop < 0 || g->loops[k] != n->nodes[t->loops[loop]].unit ||
            !is_moved_alike(g, k, t, loop))
            return false;
        loop--;
    }
    return true;
}

static const nest_place *place_of(const estimator *est, nest *n, arena *a, const touch *t,
                                  int block)
{
    const aag_unit *u = est->blocks[block].unit;
    const nest_level *outside = t->levels;
    while (outside && outside->unit->id >= u->id) /* loops inside the block */
        outside = outside->outer;
    for (int i = n->places.count - 1; i >= 0; i--)
        if (n->places.data[i].block == block && n->places.data[i].levels == outside)
            return &n->places.data[i];
    VEC_PUSH(a, &n->places, ((nest_place){block, outside, n->group_count}));
    n->group_count += est->blocks[block].group_count;
    return &n->places.data[n->places.count - 1];
}

static int group_of(const estimator *est, nest *n, arena *a, const touch *t)
{
    const aag_unit *u = t->unit;
    while (u && est->block_of[u->id] < 0)
        u = u->parent;
    if (!u) /* the test of a condition that communicates is in no block */
        return -1;
    const block_info *b = &est->blocks[est->block_of[u->id]];
    for (int i = 0; i < b->group_count; i++)
        if (is_of_group(n, t, &b->groups[i]))
            return place_of(est, n, a, t, est->block_of[u->id])->first + i;
    return -1;
}

void charge_find_groups(const estimator *est, nest *n, arena *a)
{
    n->group_of = ARENA_ARRAY(a, n->touch_count + 1, int);
    for (int i = 0; i < n->touch_count; i++)
        n->group_of[i] = group_of(est, n, a, &n->touches[i]);
}

/* --- Misses ------------------------------------------------------------------------ */

/* Executions of the statement of each group's first touch, in all iterations of loops over levels
 * inside its block. */
static void set_executions(run *r, const memory_walk *w)
{
    const nest *n = w->nest;
    int *first = ARENA_ARRAY(r->scratch, n->group_count + 1, int);
    int *last = ARENA_ARRAY(r->scratch, n->group_count + 1, int);
    for (int t = 0; t < n->touch_count; t++) {
        const int g = n->group_of[t];
        if (g < 0 || w->runs[t] <= 0)
            continue;
        const touch *now = &n->touches[t];
        if (!first[g])
            first[g] = t + 1;
        const touch *like = &n->touches[first[g] - 1];
        bool is_again = last[g] && n->touches[last[g] - 1].levels == now->levels;
        if (now->unit != like->unit || now->step != like->step || is_again)
            continue;
        last[g] = t + 1;
        r->missing_runs[g] += w->runs[t];
    }
}

/* What touches have, at their groups: errors of one group go the same way. */
static double *by_group(const memory_walk *w, const double *by_touch)
{
    const nest *n = w->nest;
    double *all = ARENA_ARRAY(w->r->scratch, w->levels * n->group_count + 1, double);
    for (int l = 0; l < w->levels; l++)
        for (int t = 0; t < n->touch_count; t++)
            if (n->group_of[t] >= 0 && w->runs[t] > 0)
                all[l * n->group_count + n->group_of[t]] += by_touch[l * n->touch_count + t];
    return all;
}

static int most_groups(const estimator *est)
{
    int most = 0;
    for (int i = 0; i < est->block_count; i++)
        if (est->blocks[i].group_count > most)
            most = est->blocks[i].group_count;
    return most;
}

void charge_set(memory_walk *w)
{
    run *r = w->r;
    const nest *n = w->nest;
    r->missing_runs = ARENA_ARRAY(r->scratch, n->group_count + 1, double);
    r->block_runs = ARENA_ARRAY(r->scratch, most_groups(r->est) + 1, double);
    r->nest = n;
    set_executions(r, w);
    r->missed = by_group(w, w->misses);
    r->miss_error = r->has_sampled_misses || r->has_doubtful_misses ? by_group(w, w->error) : NULL;
}

/* Are the loops over levels now in that iteration? Of those that the block does not depend on, it
 * is executed alike in all of them. */
static bool is_there(run *r, const block_info *b, const nest_level *levels)
{
    expr_pool *pool = r->est->graph->program->pool;
    for (const nest_level *l = levels; l; l = l->outer) {
        int64_t value;
        if (r->est->unit[b->unit->id].vars & loop_var_bit(l->unit->var) &&
            run_value(r, expr_loop_var(pool, l->unit->var), &value) && value != l->value)
            return false;
    }
    return true;
}

void misses_ratios(run *r, int block, int level, double *ratios, double *doubts)
{
    const nest *n = r->nest;
    const block_info *b = &r->est->blocks[block];
    double *runs = r->block_runs;
    for (int i = 0; i < b->group_count; i++)
        ratios[i] = doubts[i] = runs[i] = 0;
    for (int p = 0; p < n->places.count; p++) {
        const nest_place *at = &n->places.data[p];
        if (at->block != block || !is_there(r, b, at->levels))
            continue;
        for (int i = 0; i < b->group_count; i++) {
            const int g = level * n->group_count + at->first + i;
            ratios[i] += r->missed[g];
            doubts[i] += r->miss_error ? r->miss_error[g] : 0;
            runs[i] += r->missing_runs[at->first + i];
        }
    }
    for (int i = 0; i < b->group_count; i++) {
        doubts[i] = ratios[i] > 0 ? doubts[i] / ratios[i] : 0;
        ratios[i] = runs[i] > 0 ? ratios[i] / runs[i] : 0;
    }
}
