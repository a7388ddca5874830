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

/* --- Groups of a loop ---------------------------------------------------------- */

static bool is_within(const block_info *b, const aag_unit *loop)
{
    return b->unit->id > loop->id && b->unit->id <= loop->last;
}

static void add_group(arena *a, loop_groups *of, const ref_group *g)
{
    VEC(const ref_group *) all = {of->groups, of->count, of->capacity};
    VEC_PUSH(a, &all, g);
    of->groups = all.data;
    of->count = all.count;
    of->capacity = all.capacity;
    of->is_read |= g->is_read;
}

/* Does an expression have one value while the loop runs, for `known` variables? */
static bool is_fixed_in(const expr *x, uint64_t known)
{
    return !x || (!x->uses_coord && !(x->loop_vars & (~known | LOOP_VARS_SHARED)));
}

/* Are a group's boxes decided by variables of the loop and of those around it? */
static bool is_steady_in(const estimator *est, const aag_unit *loop, const ref_group *g)
{
    uint64_t known = 0;
    bool is_fixed = true;
    for (const aag_unit *u = loop; u; u = u->parent)
        known |= est->unit[u->id].var;
    for (int d = 0; d < g->var->rank; d++) {
        for (int i = 0; i < g->offset_count[d]; i++)
            is_fixed &= is_fixed_in(g->offset[d][i], known);
        for (int k = 0; k < g->loop_count; k++)
            is_fixed &= is_fixed_in(g->coefficient[d * g->loop_count + k], known);
    }
    for (int k = 0; k < g->loop_count; k++) {
        is_fixed &= is_fixed_in(g->loops[k]->range.lower, known);
        is_fixed &= is_fixed_in(g->loops[k]->range.upper, known);
        known |= est->unit[g->loops[k]->id].var;
    }
    return is_fixed;
}

const loop_groups *loop_groups_of(estimator *est, const aag_unit *loop, const variable *v)
{
    arena *a = est->ctx->arena;
    if (!est->loop_groups)
        est->loop_groups = ARENA_ARRAY(a, est->graph->unit_count, loop_groups *);
    loop_groups **of = &est->loop_groups[loop->id];
    if (!*of) {
        *of = ARENA_ARRAY(a, est->graph->program->variable_count, loop_groups);
        for (int i = 0; i < est->block_count; i++) {
            const block_info *b = &est->blocks[i];
            for (int k = 0; is_within(b, loop) && k < b->group_count; k++) {
                loop_groups *one = &(*of)[b->groups[k].var->id];
                bool is_steady = is_steady_in(est, loop, &b->groups[k]);
                one->is_steady = is_steady && (one->is_steady || !one->count);
                add_group(a, one, &b->groups[k]);
            }
        }
    }
    return &(*of)[v->id];
}

/* --- Boxes --------------------------------------------------------------------- */

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

/* --- What is found again ------------------------------------------------------- */

/* Boxes of the groups of one variable in the loop's first iteration, as far as they were asked
 * for. */
typedef struct held_boxes {
    int count;
    box *boxes;
} held_boxes;

struct reuse {
    run *r;
    const aag_unit *loop;
    const block_info *block;
    arena *memory;
    box *next;         /* by group of the block: in the loop's second iteration */
    bool *has_next;    /* likewise */
    held_boxes **held; /* by group of the block: those of its variable; null: not asked for yet */
};

reuse *reuse_open(run *r, const aag_unit *loop, const block_info *b, arena *a)
{
    reuse *x = ARENA_NEW(a, reuse);
    *x = (reuse){.r = r, .loop = loop, .block = b, .memory = a};
    x->next = ARENA_ARRAY(a, b->group_count, box);
    x->has_next = ARENA_ARRAY(a, b->group_count, bool);
    x->held = ARENA_ARRAY(a, b->group_count, held_boxes *);
    return x;
}

bool reuse_is_steady(const reuse *x, int i)
{
    const variable *v = x->block->groups[i].var;
    return !x->r->rank_vars.count && loop_groups_of(x->r->est, x->loop, v)->is_steady;
}

/* Groups of the block that are of one variable share its boxes. */
static held_boxes *held_of(reuse *x, int i, const loop_groups *all)
{
    const ref_group *groups = x->block->groups;
    for (int k = 0; k < x->block->group_count && !x->held[i]; k++)
        if (groups[k].var == groups[i].var)
            x->held[i] = x->held[k];
    if (!x->held[i]) {
        x->held[i] = ARENA_NEW(x->memory, held_boxes);
        x->held[i]->boxes = ARENA_ARRAY(x->memory, all->count, box);
    }
    return x->held[i];
}

/* The largest share of what group `i` touches next that a group of the loop's body has just
 * touched. */
static double found_share(reuse *x, int i, double line)
{
    const ref_group *g = &x->block->groups[i];
    const loop_groups *all = loop_groups_of(x->r->est, x->loop, g->var);
    held_boxes *held = held_of(x, i, all);
    double found = 0, per_line = line / g->var->elem_bytes;
    for (int k = 0; k < all->count && found < 1; k++) {
        if (k == held->count)
            held->boxes[held->count++] = box_of(x->r, all->groups[k]);
        found = fmax(found, held_share(g, &x->next[i], &held->boxes[k], per_line));
    }
    return found;
}

double reuse_fraction(reuse *x, int i, double line)
{
    run *r = x->r;
    const aag_unit *loop = x->loop;
    const ref_group *g = &x->block->groups[i];
    if (!loop->var || !(g->vars & r->est->unit[loop->id].var))
        return 0;
    const expr *var = expr_loop_var(r->est->graph->program->pool, loop->var);
    const loop_values *v = r->values[loop->id];
    double now;
    if (!value_of(r, var, &now))
        return 1;
    if (!x->has_next[i]) {
        env_set_loop_var(r->env, loop->var, v->lower[0] + v->step);
        x->next[i] = box_of(r, g);
        x->has_next[i] = true;
    }
    env_set_loop_var(r->env, loop->var, v->lower[0]);
    double share = 1 - found_share(x, i, line);
    env_set_loop_var(r->env, loop->var, (int64_t)now);
    return share;
}
