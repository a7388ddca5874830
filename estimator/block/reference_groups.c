#include "estimator/block/reference_groups.h"

#include <math.h>

#include "estimator/run/estimator.h"

/* References that touch the same lines but for constants: groups. */

typedef struct collector {
    estimator *est;
    VEC(ref_group) groups;
} collector;

/* Fills in one dimension of a reference: its coefficient in each loop and what
 * remains. */
static void read_dim(collector *c, ref_group *g, const reference *ref, int d)
{
    expr_pool *pool = c->est->graph->program->pool;
    const subscript *sub = &ref->sub[d];
    if (sub->kind != SUBSCRIPT_VALUE) {
        g->access[d] = sub->kind == SUBSCRIPT_WHOLE ? DIM_WHOLE : DIM_ANYWHERE;
        g->goes_anywhere |= g->access[d] == DIM_ANYWHERE;
        return;
    }
    const expr *rest = reference_straight(ref, d);
    for (int k = 0; k < g->loop_count; k++) {
        const loop_var *v = g->loops[k]->var;
        if (!v || !expr_mentions(rest, v))
            continue;
        const expr *coefficient = NULL, *without = NULL;
        if (!expr_affine(pool, rest, v, &coefficient, &without)) {
            g->jumps[d * g->loop_count + k] = true;
            continue;
        }
        g->coefficient[d * g->loop_count + k] = coefficient;
        g->vars |= coefficient->loop_vars | g->loops[k]->range.lower->loop_vars |
                   g->loops[k]->range.upper->loop_vars;
        rest = without;
    }
    g->vars |= rest->loop_vars;
    g->offset[d][0] = rest;
    g->offset_count[d] = 1;
}

static bool is_same_pattern(const ref_group *a, const ref_group *b, uint64_t bound)
{
    if (a->var != b->var || a->loop_count != b->loop_count)
        return false;
    for (int k = 0; k < a->loop_count; k++)
        if (a->loops[k] != b->loops[k])
            return false;
    for (int d = 0; d < a->var->rank; d++) {
        if (a->access[d] != b->access[d])
            return false;
        if (a->access[d] != DIM_AFFINE)
            continue;
        for (int k = 0; k < a->loop_count; k++)
            if (a->coefficient[d * a->loop_count + k] != b->coefficient[d * a->loop_count + k])
                return false;
        /* Different offsets that a loop moves do not differ by a constant. */
        if (a->offset[d][0] != b->offset[d][0] &&
            ((a->offset[d][0]->loop_vars | b->offset[d][0]->loop_vars) & bound))
            return false;
    }
    return true;
}

static void join(ref_group *into, const ref_group *g)
{
    into->is_read |= g->is_read;
    into->is_written |= g->is_written;
    into->write_count += g->write_count;
    into->vars |= g->vars;
    for (int d = 0; d < g->var->rank; d++) {
        if (g->access[d] != DIM_AFFINE)
            continue;
        bool known = into->offset_count[d] == GROUP_OFFSETS;
        for (int i = 0; i < into->offset_count[d] && !known; i++)
            known = into->offset[d][i] == g->offset[d][0];
        if (!known)
            into->offset[d][into->offset_count[d]++] = g->offset[d][0];
    }
}

static void collect_access(collector *c, const aag_unit *u, int step, const aag_access *access,
                           const aag_unit **loops, int loop_count, uint64_t bound)
{
    arena *a = c->est->ctx->arena;
    ref_group g = {.var = access->ref->var,
                   .unit = u,
                   .step = step,
                   .loop_count = loop_count,
                   .loops = loops,
                   .is_read = !access->is_write,
                   .is_written = access->is_write,
                   .write_count = access->is_write};
    g.coefficient = ARENA_ARRAY(a, g.var->rank * loop_count + 1, const expr *);
    g.jumps = ARENA_ARRAY(a, g.var->rank * loop_count + 1, bool);
    for (int d = 0; d < g.var->rank; d++)
        read_dim(c, &g, access->ref, d);
    for (int i = 0; i < c->groups.count; i++) {
        if (is_same_pattern(&c->groups.data[i], &g, bound)) {
            join(&c->groups.data[i], &g);
            return;
        }
    }
    VEC_PUSH(a, &c->groups, g);
}

static void collect_list(collector *c, const aag_unit *list, const aag_unit **loops, int loop_count,
                         uint64_t bound);

static void collect_unit(collector *c, const aag_unit *u, const aag_unit **loops, int loop_count,
                         uint64_t bound)
{
    for (int i = 0; i < u->step_count; i++)
        for (int k = 0; k < u->steps[i].access_count; k++)
            collect_access(c, u, i, &u->steps[i].accesses[k], loops, loop_count, bound);
    if (aag_is_iteration(u->cls)) {
        const aag_unit **inner = ARENA_ARRAY(c->est->ctx->arena, loop_count + 1, const aag_unit *);
        for (int k = 0; k < loop_count; k++)
            inner[k] = loops[k];
        inner[loop_count++] = u;
        loops = inner;
    }
    collect_list(c, u->child, loops, loop_count, bound);
    collect_list(c, u->other, loops, loop_count, bound);
}

static void collect_list(collector *c, const aag_unit *list, const aag_unit **loops, int loop_count,
                         uint64_t bound)
{
    for (const aag_unit *u = list; u; u = u->next)
        collect_unit(c, u, loops, loop_count, bound);
}

/* Do the two touch the same rows, apart from where in a row? */
static bool is_same_rows(const ref_group *a, const ref_group *b)
{
    if (a->var != b->var || a->loop_count != b->loop_count)
        return false;
    for (int k = 0; k < a->loop_count; k++)
        if (a->loops[k] != b->loops[k])
            return false;
    for (int d = 0; d < a->var->rank - 1; d++) {
        if (a->access[d] != DIM_AFFINE || b->access[d] != DIM_AFFINE ||
            a->offset_count[d] != b->offset_count[d])
            return false;
        for (int i = 0; i < a->offset_count[d]; i++)
            if (a->offset[d][i] != b->offset[d][i])
                return false;
        for (int k = d * a->loop_count; k < (d + 1) * a->loop_count; k++)
            if (a->coefficient[k] != b->coefficient[k] || a->jumps[k] != b->jumps[k])
                return false;
    }
    return true;
}

static void find_families(ref_group *groups, int count)
{
    for (int i = 0; i < count; i++) {
        int first = 0;
        while (first < i && !is_same_rows(&groups[first], &groups[i]))
            first++;
        groups[i].family = first;
        groups[first].family_count++;
    }
}

/* The largest less the smallest offset, where offsets differ by numbers. */
static double known_spread(expr_pool *pool, const ref_group *g, int d)
{
    int64_t low = 0, high = 0, apart;
    for (int i = 1; i < g->offset_count[d]; i++) {
        if (!expr_is_int(expr_sub(pool, g->offset[d][i], g->offset[d][0]), &apart))
            return NAN;
        low = apart < low ? apart : low;
        high = apart > high ? apart : high;
    }
    return (double)high - (double)low;
}

static double known_stride(const expr *coefficient, const expr *step)
{
    int64_t c, s;
    if (!coefficient)
        return 0;
    if (!step || !expr_is_int(coefficient, &c) || !expr_is_int(step, &s))
        return NAN;
    return fabs((double)c * (double)s);
}

static void find_numbers(estimator *est, ref_group *g)
{
    g->stride = ARENA_ARRAY(est->ctx->arena, g->var->rank * g->loop_count + 1, double);
    for (int d = 0; d < g->var->rank; d++) {
        g->spread[d] = known_spread(est->graph->program->pool, g, d);
        for (int k = 0; k < g->loop_count; k++) {
            int at = d * g->loop_count + k;
            g->stride[at] = known_stride(g->coefficient[at], g->loops[k]->range.step);
        }
    }
}

/* Groups are in the order of units, as they were collected. */
static void find_stands(estimator *est, const block_info *b)
{
    int at = 0;
    for (int id = b->unit->id; id <= b->unit->last; id++) {
        est->unit[id].group = at;
        while (at < b->group_count && b->groups[at].unit->id == id)
            at++;
        est->unit[id].group_end = at;
    }
    assert(at == b->group_count);
}

void memory_analyse(estimator *est)
{
    for (int i = 0; i < est->block_count; i++) {
        block_info *b = &est->blocks[i];
        collector c = {.est = est};
        collect_unit(&c, b->unit, NULL, 0, est->unit[b->unit->id].bound);
        b->group_count = c.groups.count;
        b->groups = c.groups.data;
        find_families(b->groups, b->group_count);
        for (int k = 0; k < c.groups.count; k++) {
            find_numbers(est, &b->groups[k]);
            while (b->groups[b->groups[k].of_variable].var != b->groups[k].var)
                b->groups[k].of_variable++;
            b->groups[k].reach = b->reach_count;
            b->reach_count += b->groups[k].loop_count + 1;
            b->group_vars |= b->groups[k].vars;
        }
        find_stands(est, b);
    }
}

/* --- How groups move with a loop around the block --------------------------------------------- */

/* Elements that an offset moves by in each iteration; null: otherwise. */
static const expr *pace_of(const estimator *est, const expr *offset, const loop_var *v)
{
    const expr *pace, *rest;
    return expr_affine(est->graph->program->pool, offset, v, &pace, &rest) ? pace : NULL;
}

/* `pace`: by dimension, of the array's offsets so far; null: none yet. */
static bool joins_pace(const estimator *est, const ref_group *g, const loop_var *v,
                       const expr **pace)
{
    for (int d = 0; d < g->var->rank; d++)
        for (int i = 0; i < g->offset_count[d]; i++) {
            const expr *own = pace_of(est, g->offset[d][i], v);
            if (!own || (pace[d] && pace[d] != own))
                return false;
            pace[d] = own;
        }
    return true;
}

static bool block_moves_alike(const estimator *est, const block_info *b, const loop_var *v)
{
    for (int i = 0; i < b->group_count; i++) {
        const expr *pace[MAX_RANK] = {NULL};
        if (b->groups[i].of_variable != i)
            continue;
        for (int k = i; k < b->group_count; k++)
            if (b->groups[k].of_variable == i && !joins_pace(est, &b->groups[k], v, pace))
                return false;
    }
    return true;
}

bool reference_groups_move_alike(const estimator *est, const aag_unit *loop)
{
    for (int id = loop->id + 1; id <= loop->last && loop->var; id++) {
        int block = est->block_of[id];
        if (block >= 0 && (est->blocks[block].group_vars & est->unit[loop->id].var) &&
            !block_moves_alike(est, &est->blocks[block], loop->var))
            return false;
    }
    return true;
}
