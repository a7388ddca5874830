#include "plan/loop/tile.h"

#include "plan/loop/dependence.h"
#include "plan/loop/pipeline.h"
#include "plan/planner/owner.h"
#include "plan/planner/sites.h"
#include "support/format.h"

/* Tiling: new loops around a band, and its own loops kept to a tile. */

typedef struct tiling {
    planner *p;
    node *outermost, *innermost; /* the new loops so far */
    node *strips;                /* the loop that strips are taken of, or null */
    const expr *hinted_strip;    /* length of a strip, from a 'pipeline'; or null */
} tiling;

static const expr *var_of(planner *p, const node *loop)
{
    return expr_loop_var(p->pool, loop->u.loop.range.var);
}

static const expr *all_trips(planner *p, const loop_range *r)
{
    return expr_trips(p->pool, r->lower, r->upper, r->step);
}

static bool is_downward(const loop_range *r)
{
    int64_t step = 0;
    return expr_is_int(r->step, &step) && step < 0;
}

/* Puts one more loop inside those that there are; counts from `from` to `to`. */
static node *add_loop(tiling *t, const node *around, const char *suffix, const expr *from,
                      const expr *to, bool downward, bool is_placement)
{
    planner *p = t->p;
    node *n = node_new_made(p->ctx, NODE_LOOP, around->where);
    const char *name = arena_printf(p->arena, "%s_%s", around->u.loop.range.var->name, suffix);
    n->u.loop.range = (loop_range){.var = expr_new_loop_var(p->pool, name, around->where),
                                   .lower = from,
                                   .upper = to,
                                   .step = expr_int(p->pool, downward ? -1 : 1)};
    n->u.loop.direction = downward ? LOOP_DOWN : LOOP_UP;
    n->u.loop.is_exact = true;
    n->u.loop.is_placement = is_placement;
    n->u.loop.trips = all_trips(p, &n->u.loop.range);
    if (t->innermost)
        t->innermost->u.loop.body = n;
    else
        t->outermost = n;
    t->innermost = n;
    return n;
}

/* Number of the block that holds the loop's iteration i. */
static const expr *block_of(planner *p, const loop_node *l, const expr *i)
{
    const expr *cell = expr_add(p->pool, expr_mul(p->pool, l->split_c, i), l->split_d);
    return expr_floor_div(p->pool, expr_sub(p->pool, cell, l->split_on->lower),
                          block_size(p, l->split_on));
}

static bool is_cyclic(const loop_node *l)
{
    return l->split_on && l->split_on->kind == DIST_CYCLIC;
}

/* Number of the cycle, a block of each processor, that holds the loop's iteration i. */
static const expr *cycle_of(planner *p, const loop_node *l, const expr *i)
{
    const axis_map *axis = l->split_on;
    return expr_floor_div(p->pool, block_of(p, l, i), expr_extent(p->pool, axis->grid, axis->axis));
}

/* How many cycles the loop goes through. */
static const expr *cycles_of(planner *p, const loop_node *l)
{
    const expr *first = cycle_of(p, l, l->range.lower), *last = cycle_of(p, l, l->range.upper);
    const expr *apart =
        is_downward(&l->range) ? expr_sub(p->pool, first, last) : expr_sub(p->pool, last, first);
    return expr_add(p->pool, apart, expr_int(p->pool, 1));
}

/* Takes the first and the last value of a range to those within least..most. */
static void clip(planner *p, loop_range *r, const expr *least, const expr *most)
{
    bool down = is_downward(r);
    r->lower = down ? expr_min(p->pool, r->lower, most) : expr_max(p->pool, r->lower, least);
    r->upper = down ? expr_max(p->pool, r->upper, least) : expr_min(p->pool, r->upper, most);
}

/* Keeps a divided loop to the block of that number. The cell that says whose block it
 * is goes into the tile's home. */
static void keep_block(planner *p, loop_node *l, const expr *number, home *at)
{
    const axis_map *axis = l->split_on;
    const expr *size = block_size(p, axis), *one = expr_int(p->pool, 1);
    const expr *cell = expr_add(p->pool, axis->lower, expr_mul(p->pool, number, size));
    const expr *last = expr_sub(p->pool, expr_add(p->pool, cell, size), one);
    clip(p, &l->range, expr_ceil_div(p->pool, expr_sub(p->pool, cell, l->split_d), l->split_c),
         expr_floor_div(p->pool, expr_sub(p->pool, last, l->split_d), l->split_c));
    at->grid = axis->grid;
    at->axis[axis->axis] = (home_axis){.is_restricted = true, .map = *axis, .index = cell};
}

/* A loop over the blocks of a divided loop, which keeps those of one block. */
static void add_blocks(tiling *t, node *n, home *at)
{
    planner *p = t->p;
    loop_node *l = &n->u.loop;
    node *blocks = add_loop(t, n, "block", block_of(p, l, l->range.lower),
                            block_of(p, l, l->range.upper), is_downward(&l->range), true);
    keep_block(p, l, var_of(p, blocks), at);
}

static bool is_in_cycles(const band *b)
{
    for (int i = b->first; i <= b->last; i++)
        if (is_cyclic(band_loop(b, i)))
            return true;
    return false;
}

/* Where the nest begins in the source, whatever the order of its loops. */
static source_range beginning(const band *b)
{
    source_range first = b->at->path[b->first].child->where;
    for (int i = b->first + 1; i <= b->last; i++) {
        source_range where = b->at->path[i].child->where;
        if (where.line < first.line || (where.line == first.line && where.column < first.column))
            first = where;
    }
    return first;
}

/* The same with each distribution, whichever of the loops is cut. */
static const char *strip_name(planner *p, const band *b)
{
    return arena_printf(p->arena, "strip@%d", beginning(b).line);
}

/* The value of e, which changes with loops around the band, in their first or their
 * last iterations, whichever is more. */
static const expr *at_most(planner *p, const band *b, const expr *e)
{
    const expr *end[2] = {e, e};
    for (int side = 0; side < 2; side++)
        for (int i = b->first - 1; i >= 0; i--) {
            const loop_node *l = step_loop(&b->at->path[i]);
            const expr *by = l ? (side ? l->range.upper : l->range.lower) : NULL;
            if (l && expr_mentions(end[side], l->range.var))
                end[side] = expr_substitute(
                    p->pool, end[side],
                    &(expr_substitution){.count = 1, .vars = &l->range.var, .with = &by});
        }
    return expr_max(p->pool, end[0], end[1]);
}

/* A parameter strip@LINE of the nest: iterations of a strip, of one length however
 * often the nest is executed. By itself `strips` of them. */
static const expr *strip_size(planner *p, const band *b, const expr *trips, const expr *strips,
                              const expr *hinted_strip)
{
    source_range where = beginning(b);
    /* Another plan's is for its processors. */
    for (int i = p->params_before; i < expr_pool_param_count(p->pool); i++) {
        const param *known = expr_pool_param(p->pool, i);
        if (known->origin == PARAM_STRIP && known->where.file == where.file &&
            known->where.line == where.line && known->where.column == where.column)
            return expr_max(p->pool, expr_int(p->pool, 1), expr_param(p->pool, known));
    }
    param *strip = expr_new_param(p->pool, PARAM_STRIP, strip_name(p, b), where);
    const expr *length = hinted_strip ? hinted_strip : expr_ceil_div(p->pool, trips, strips);
    strip->value = expr_max(p->pool, expr_int(p->pool, 1), at_most(p, b, length));
    strip->provenance = hinted_strip ? "iterations a strip of the pipeline, from its 'pipeline'"
                        : is_in_cycles(b)
                            ? "iterations a strip of the pipeline, one a stage in each "
                              "cycle and four in all"
                            : "iterations a strip of the pipeline, four strips a stage";
    strip->is_assumption = !hinted_strip;
    return expr_max(p->pool, expr_int(p->pool, 1), expr_param(p->pool, strip));
}

/* Keeps a loop to the strip of that number, of `size` iterations. */
static void keep_strip(planner *p, loop_range *r, const expr *number, const expr *size)
{
    const expr *skipped = expr_mul(p->pool, number, size), *one = expr_int(p->pool, 1);
    const expr *reach = expr_sub(p->pool, expr_add(p->pool, skipped, size), one);
    const expr *begin = r->lower;
    bool down = is_downward(r);
    r->lower = down ? expr_sub(p->pool, begin, skipped) : expr_add(p->pool, begin, skipped);
    r->upper = down ? expr_max(p->pool, r->upper, expr_sub(p->pool, begin, reach))
                    : expr_min(p->pool, r->upper, expr_add(p->pool, begin, reach));
}

/* A loop over strips of n's iterations; n keeps those of one strip. */
static void add_strips(tiling *t, const band *b, node *n, const expr *trips, const expr *strips)
{
    planner *p = t->p;
    const expr *size = strip_size(p, b, trips, strips, t->hinted_strip);
    const expr *last = expr_sub(p->pool, expr_ceil_div(p->pool, trips, size), expr_int(p->pool, 1));
    node *over = add_loop(t, n, "strip", expr_int(p->pool, 0), last, false, false);
    t->strips = n;
    keep_strip(p, &n->u.loop.range, var_of(p, over), size);
}

/* How many processors a value passes through, one after another: a wavefront takes
 * P + Q - 1 steps through P x Q. Strips of loop `strips` do not wait for it. */
static const expr *stages_of(planner *p, const band *b, const node *strips)
{
    const expr *stages = expr_int(p->pool, 1);
    for (int i = b->first; i <= b->last; i++) {
        const axis_map *axis = band_loop(b, i)->split_on;
        if (!axis || b->at->path[i].child == strips)
            continue;
        const expr *more =
            expr_sub(p->pool, expr_extent(p->pool, axis->grid, axis->axis), expr_int(p->pool, 1));
        stages = expr_add(p->pool, stages, more);
    }
    return stages;
}

/* How many strips: four for each stage, so that a pipeline is at least four fifths full.
 * Where blocks come in cycles it is filled once for all of them, if each has as many
 * strips as stages. Where there is one stage, nobody waits for a strip: all is one. */
static const expr *strip_count(planner *p, const band *b, const node *strips)
{
    const expr *four = expr_int(p->pool, 4), *cycles = expr_int(p->pool, 1);
    for (int i = b->first; i <= b->last; i++)
        if (is_cyclic(band_loop(b, i)))
            cycles = expr_max(p->pool, cycles, cycles_of(p, band_loop(b, i)));
    const expr *one = expr_int(p->pool, 1), *stages = stages_of(p, b, strips);
    return expr_select(p->pool, expr_logic(p->pool, EXPR_EQ, stages, one), one,
                       expr_mul(p->pool, expr_ceil_div(p->pool, four, cycles), stages));
}

/* A loop of the band that no axis divides, outermost first; null: none. */
static node *undivided(const band *b)
{
    for (int i = b->first; i <= b->last; i++) {
        if (!band_loop(b, i)->split_on)
            return b->at->path[i].child;
    }
    return NULL;
}

static int divided_count(const band *b)
{
    int n = 0;
    for (int i = b->first; i <= b->last; i++)
        n += band_loop(b, i)->split_on != NULL;
    return n;
}

static void keep_whole_range(planner *p, node *n)
{
    n->u.loop.whole = arena_copy(p->arena, &n->u.loop.range, sizeof n->u.loop.range);
}

/* The only loop of the band that is divided, if that is over a CYCLIC axis; else null. */
static node *only_cyclic(const band *b)
{
    for (int i = b->first; i <= b->last; i++)
        if (divided_count(b) == 1 && is_cyclic(band_loop(b, i)))
            return b->at->path[i].child;
    return NULL;
}

/* Loops over the steps of a wave that goes round and round, and over the processors q
 * of one step:
 *
 *   for each step of (C - 1) D + S + P - 1
 *     for each q of P, the last one first: block q of cycle (step - q) div D, its strip (step - q)
 * mod D
 *
 * with C cycles of P blocks, S strips, and D = max(S, P): of each block's strips one a
 * step; then, or when its own last block's first strip comes back to it, the next cycle.
 * A step has no strip where (step - q) mod D is none of the S. So each processor sends
 * what it has computed in the step before, and then receives what it needs in this one:
 * none waits for more than its neighbour. (With loops over cycles, strips and blocks, in
 * this order, the last processor would send its strips to the first one only when it
 * has done all of them.) */
static void add_wave(tiling *t, const band *b, node *strips, node *divided, home *at)
{
    planner *p = t->p;
    expr_pool *pool = p->pool;
    loop_node *l = &divided->u.loop;
    const expr *procs = expr_extent(pool, l->split_on->grid, l->split_on->axis);
    const expr *trips = all_trips(p, &strips->u.loop.range), *one = expr_int(pool, 1);
    const expr *size = strip_size(p, b, trips, strip_count(p, b, strips), t->hinted_strip);
    const expr *count = expr_ceil_div(pool, trips, size), *each = expr_max(pool, count, procs);
    const expr *before = expr_mul(pool, expr_sub(pool, cycles_of(p, l), one), each);
    const expr *steps = expr_add(pool, before, expr_sub(pool, expr_add(pool, count, procs), one));
    const expr *none = expr_int(pool, 0), *first = cycle_of(p, l, l->range.lower);
    node *wave = add_loop(t, divided, "wave", none, expr_sub(pool, steps, one), false, true);
    node *turn = add_loop(t, divided, "block", expr_sub(pool, procs, one), none, true, true);
    const expr *q = var_of(p, turn), *since = expr_sub(pool, var_of(p, wave), q);
    const expr *cycle = expr_floor_div(pool, since, each);
    bool down = is_downward(&l->range);
    cycle = down ? expr_sub(pool, first, cycle) : expr_add(pool, first, cycle);
    q = down ? expr_sub(pool, expr_sub(pool, procs, one), q) : q;
    keep_block(p, l, expr_add(pool, expr_mul(pool, cycle, procs), q), at);
    keep_strip(p, &strips->u.loop.range, expr_mod(pool, since, each), size);
    t->strips = strips;
}

static void add_tile_loops(tiling *t, const band *b, home *at)
{
    planner *p = t->p;
    node *strips = undivided(b), *cyclic = only_cyclic(b);
    if (strips && cyclic) {
        add_wave(t, b, strips, cyclic, at);
        return;
    }
    if (strips)
        add_strips(t, b, strips, all_trips(p, &strips->u.loop.range), strip_count(p, b, strips));
    bool takes_strips = !strips && divided_count(b) > 1;
    for (int i = b->first; i <= b->last; i++) {
        node *n = b->at->path[i].child;
        loop_node *l = &n->u.loop;
        if (!l->split_on)
            continue;
        const expr *whole = all_trips(p, &l->range), *count = strip_count(p, b, n);
        add_blocks(t, n, at);
        if (takes_strips) {
            const expr *block = expr_ceil_div(p->pool, block_size(p, l->split_on), l->split_c);
            add_strips(t, b, n, expr_min(p->pool, whole, block), count);
        }
        takes_strips = false;
    }
}

static void note_reads(planner *p, const band *b, tile *t)
{
    int end, first = accesses_below(p, b->at, b->first, &end);
    for (int i = first; i < end; i++) {
        const access *a = &p->accesses.data[i];
        int step = dependence_crossing(p, a);
        if (step >= b->first && step <= b->last)
            VEC_PUSH(p->arena, &t->carried, a->ref);
    }
}

static void remark(planner *p, const node *n, const tile *t)
{
    const variable *v = t->carried.data[0]->var;
    diag *d = diag_report(p->ctx->diags, DIAG_REMARK, "pipeline", t->carried.data[0]->where,
                          "'%s' is computed by earlier iterations, on another processor at block "
                          "borders: the processors work on this nest as a pipeline",
                          v->name);
    if (t->strips)
        diag_note(d, n->where,
                  "in strips of iterations of '%s', whose length --set %s=LENGTH "
                  "(-fpredict-set=) or '#pragma fpredict pipeline(LENGTH)' says",
                  t->strips->u.loop.range.var->name, t->strip_name);
    else
        diag_note(d, n->where,
                  "they take turns: this nest has no other loop to hand it on in strips of");
}

void tile_make(planner *p, const band *b)
{
    tile *t = ARENA_NEW(p->arena, tile);
    node *old = b->at->path[b->first].child;
    tiling work = {.p = p};
    home at = {0};
    note_reads(p, b, t);
    for (int i = b->first; i <= b->last; i++) {
        const expr *hinted_strip = b->at->path[i].child->u.loop.strip;
        work.hinted_strip = hinted_strip ? hinted_strip : work.hinted_strip;
        if (hinted_strip)
            t->hinted = b->at->path[i].child->where;
        keep_whole_range(p, b->at->path[i].child);
    }
    add_tile_loops(&work, b, &at);
    for (int i = b->first; i <= b->last; i++) {
        loop_node *l = &b->at->path[i].child->u.loop;
        l->trips = all_trips(p, &l->range);
    }
    t->outer = work.outermost;
    t->task = node_new_made(p->ctx, NODE_TASK, old->where);
    t->task->u.task.on = at;
    t->task->u.task.is_placement = true;
    t->strips = work.strips;
    if (t->strips)
        t->strip_name = strip_name(p, b);
    work.innermost->u.loop.body = t->task;
    node **list = b->at->path[b->first].list;
    while (*list != old)
        list = &(*list)->next;
    *list = t->outer;
    t->outer->next = old->next;
    old->next = NULL;
    t->task->u.task.body = old;
    VEC_PUSH(p->arena, &p->tiles, t);
    t->task->u.task.tile = p->tiles.count;
    remark(p, old, t);
}
