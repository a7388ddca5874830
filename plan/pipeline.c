#include "plan/planner.h"
#include "support/format.h"

/* A nest whose iterations wait for each other across processors runs as a
 * pipeline (Wolfe, "More iteration space tiling", 1989; the wavefronts of
 * Hiranandani, Kennedy and Tseng's Fortran D compiler, 1991). The nest is
 * tiled: for each loop that is divided over an axis, one over the blocks of
 * that axis, and a tile is executed by the owner of its blocks:
 *
 *   for each strip of j                          (one loop that is not divided)
 *     for each block of i
 *       bring what the blocks before have computed of this strip
 *       on the owner: for i in the block, for j in the strip: the body
 *
 * As each processor has its own clock, that is fill, steady state and drain: it
 * goes on with its next strip while its successor receives this one. Without a
 * loop to take strips of, the processors take turns.
 *
 * Tiling changes no result where all distances of dependence, loop by loop, are
 * constants of the direction of the loop (the nest is fully permutable). Where
 * that cannot be proved the nest stays as it is, and its values are sent one
 * iteration at a time. */

typedef struct band {
    const site *at;  /* a statement in it */
    int first, last; /* steps of its path: the loops, each the only child of the one before */
} band;

/* --- Is it a nest that a pipeline would change? --------------------------------- */

/* The step of the counted loop that carries a value from one processor to another
 * for the read `a`; -1: none does. */
static int carrying_step(planner *p, const access *a)
{
    const site *at = &p->sites.data[a->site];
    int step = 0, earliest = 0;
    const node *carrier = NULL;
    if (a->is_write || !map_of(p, a->ref->var) || need_is_local(p, at, a->ref))
        return -1;
    dependence_place(p, at, a->ref, &step, &earliest, &carrier);
    for (int i = 0; carrier && i < at->depth; i++) {
        if (step_loop(&at->path[i]) && at->path[i].child == carrier)
            return i;
    }
    return -1;
}

static bool is_only_child(const path_step *s)
{
    return *s->list == s->child && !s->child->next;
}

static const loop_node *band_loop(const band *b, int step)
{
    return step_loop(&b->at->path[step]);
}

/* A range whose ends do not move with the band's own loops, of step 1 or -1. */
static bool is_rectangular(const band *b, int step)
{
    const loop_range *r = &band_loop(b, step)->range;
    int64_t by = 0;
    if (!expr_is_int(r->step, &by) || (by != 1 && by != -1))
        return false;
    for (int i = b->first; i < step; i++) {
        const loop_var *outer = band_loop(b, i)->range.var;
        if (expr_mentions(r->lower, outer) || expr_mentions(r->upper, outer))
            return false;
    }
    return true;
}

/* --- Distances ------------------------------------------------------------------- */

typedef struct distances {
    bool is_known[MAX_NEST_DEPTH];
    int64_t by[MAX_NEST_DEPTH];
} distances;

/* The band's loop that a subscript moves with, its coefficient and the rest;
 * -1: none; -2: several, another loop's, or not affine. */
static int driver_of(planner *p, const band *b, const subscript *sub, int64_t *c, const expr **rest)
{
    const loop_var **vars = NULL;
    if (sub->kind != SUBSCRIPT_VALUE)
        return -2;
    int n = expr_loop_vars(p->pool, sub->value, &vars), found = -1;
    *rest = sub->value;
    for (int i = 0; i < n; i++) {
        int step = b->at->depth - 1;
        while (step >= 0 && !(band_loop(b, step) && band_loop(b, step)->range.var == vars[i]))
            step--;
        if (step >= 0 && step < b->first)
            continue; /* stands still while the band runs */
        if (step < 0 || step > b->last || found >= 0)
            return -2;
        found = step;
    }
    const expr *factor = NULL;
    if (found >= 0 &&
        (!expr_affine(p->pool, sub->value, band_loop(b, found)->range.var, &factor, rest) ||
         !expr_is_int(factor, c) || *c == 0))
        return -2;
    return found;
}

/* Iterations from the write to the access of one element, as far as one
 * dimension tells. Returns false when the two never meet. */
static bool dimension_distance(planner *p, const band *b, const subscript *w, const subscript *r,
                               distances *out)
{
    int64_t cw = 0, cr = 0, apart = 0, step = 0;
    const expr *rw = NULL, *rr = NULL;
    int loop = driver_of(p, b, w, &cw, &rw), other = driver_of(p, b, r, &cr, &rr);
    if (loop == -2 || other == -2)
        return true;
    bool is_number = expr_is_int(expr_sub(p->pool, rw, rr), &apart);
    if (loop == -1 && other == -1)
        return !is_number || apart == 0;
    if (loop != other || cw != cr || !is_number)
        return true;
    expr_is_int(band_loop(b, loop)->range.step, &step);
    if (apart % cw != 0)
        return false;
    int64_t by = apart / cw / step; /* the step is 1 or -1 */
    if (out->is_known[loop - b->first] && out->by[loop - b->first] != by)
        return false;
    out->is_known[loop - b->first] = true;
    out->by[loop - b->first] = by;
    return true;
}

/* Do the write and the other access keep their order in any order of tiles? */
static bool keeps_order(planner *p, const band *b, const reference *w, const reference *other)
{
    distances d = {{false}, {0}};
    for (int k = 0; k < w->var->rank; k++) {
        if (!dimension_distance(p, b, &w->sub[k], &other->sub[k], &d))
            return true;
    }
    bool ahead = false, behind = false;
    for (int i = 0; i <= b->last - b->first; i++) {
        if (!d.is_known[i])
            return false;
        ahead |= d.by[i] > 0;
        behind |= d.by[i] < 0;
    }
    return !(ahead && behind);
}

static bool is_in_band(const band *b, const site *s)
{
    return s->depth > b->first && s->path[b->first].child == b->at->path[b->first].child;
}

static bool arrays_keep_order(planner *p, const band *b)
{
    for (int i = 0; i < p->accesses.count; i++) {
        const access *w = &p->accesses.data[i];
        if (!w->is_write || !is_in_band(b, &p->sites.data[w->site]))
            continue;
        for (int k = 0; k < p->accesses.count; k++) {
            const access *other = &p->accesses.data[k];
            if (other->ref->var == w->ref->var && is_in_band(b, &p->sites.data[other->site]) &&
                !keeps_order(p, b, w->ref, other->ref))
                return false;
        }
    }
    return true;
}

/* Every statement writes an element of its own processor, or only a scalar that
 * belongs to the iteration or adds up. */
static bool has_homes(planner *p, const band *b)
{
    const node *innermost = b->at->path[b->last].child;
    for (int i = 0; i < p->sites.count; i++) {
        const site *s = &p->sites.data[i];
        if (!is_in_band(b, s) || s->node->kind != NODE_STATEMENT)
            continue;
        const statement_node *st = &s->node->u.stmt;
        if (st->is_io || (st->write && !s->has_own_home) ||
            (st->scalar && !scalar_is_free(innermost, st->scalar)))
            return false;
    }
    return true;
}

static bool is_blocked(const loop_node *l)
{
    int64_t c = 0;
    return l->split_on->kind == DIST_BLOCK && expr_is_int(l->split_c, &c) && c > 0;
}

static bool divides(const band *b, const proc_grid *grid, int axis)
{
    for (int i = b->first; i <= b->last; i++) {
        const axis_map *on = band_loop(b, i)->split_on;
        if (on && on->grid == grid && on->axis == axis)
            return true;
    }
    return false;
}

/* Is what the read needs on another processor only where it is in another tile? */
static bool crosses_tiles_only(planner *p, const band *b, const site *s, const reference *ref)
{
    const array_map *m = map_of(p, ref->var);
    for (int k = 0; k < m->grid->rank; k++) {
        if (!divides(b, m->grid, k) && !need_is_local_along(p, s, ref, k))
            return false;
    }
    return true;
}

/* Can all that the band reads of other processors be brought before the band, or
 * between its tiles? */
static bool can_bring(planner *p, const band *b)
{
    for (int i = 0; i < p->accesses.count; i++) {
        const access *a = &p->accesses.data[i];
        const site *s = &p->sites.data[a->site];
        int step = 0, earliest = 0, carrying = carrying_step(p, a);
        const node *carrier = NULL;
        if (!is_in_band(b, s) || !map_of(p, a->ref->var) || need_is_local(p, s, a->ref))
            continue;
        if (a->is_write)
            return false;
        if (carrying >= b->first && carrying <= b->last) {
            if (!crosses_tiles_only(p, b, s, a->ref))
                return false;
            continue;
        }
        dependence_place(p, s, a->ref, &step, &earliest, &carrier);
        if (step > b->first)
            return false;
    }
    return true;
}

/* Can the loops from b->first to b->last be tiled? */
static bool can_tile(planner *p, const band *b)
{
    const proc_grid *grid = NULL;
    for (int i = b->first; i <= b->last; i++) {
        const loop_node *l = band_loop(b, i);
        if (!is_rectangular(b, i) || l->parallel == LOOP_ON || l->on)
            return false;
        if (!l->split_on)
            continue;
        if (!is_blocked(l) || (grid && l->split_on->grid != grid))
            return false;
        grid = l->split_on->grid;
    }
    return grid && has_homes(p, b) && can_bring(p, b) && arrays_keep_order(p, b);
}

/* The largest nest of loops around step `t` that can be tiled. */
static bool find_band(planner *p, const site *at, int t, band *out)
{
    band b = {.at = at, .last = t};
    while (b.last + 1 < at->depth && step_loop(&at->path[b.last + 1]) &&
           is_only_child(&at->path[b.last + 1]))
        b.last++;
    int outermost = t;
    while (outermost > 0 && step_loop(&at->path[outermost - 1]) &&
           is_only_child(&at->path[outermost]))
        outermost--;
    for (b.first = outermost; b.first <= t; b.first++) {
        if (b.last - b.first < MAX_NEST_DEPTH && can_tile(p, &b)) {
            *out = b;
            return true;
        }
    }
    return false;
}

/* --- Tiling ------------------------------------------------------------------------ */

typedef struct tiling {
    planner *p;
    node *outermost, *innermost; /* the new loops so far */
    node *strips;                /* the loop that strips are taken of, or null */
    const expr *stated;          /* length of a strip, from a 'pipeline'; or null */
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
    node *n = node_new(p->ctx, NODE_LOOP, around->where);
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

/* Takes the first and the last value of a range to those within least..most. */
static void clip(planner *p, loop_range *r, const expr *least, const expr *most)
{
    bool down = is_downward(r);
    r->lower = down ? expr_min(p->pool, r->lower, most) : expr_max(p->pool, r->lower, least);
    r->upper = down ? expr_max(p->pool, r->upper, least) : expr_min(p->pool, r->upper, most);
}

/* A loop over the blocks of a divided loop, which keeps those of one block. The
 * cell that says whose block it is goes into the tile's home. */
static void add_blocks(tiling *t, node *n, home *at)
{
    planner *p = t->p;
    loop_node *l = &n->u.loop;
    const axis_map *axis = l->split_on;
    node *blocks = add_loop(t, n, "block", block_of(p, l, l->range.lower),
                            block_of(p, l, l->range.upper), is_downward(&l->range), true);
    const expr *size = block_size(p, axis);
    const expr *cell = expr_add(p->pool, axis->lower, expr_mul(p->pool, var_of(p, blocks), size));
    const expr *last = expr_sub(p->pool, expr_add(p->pool, cell, size), expr_int(p->pool, 1));
    clip(p, &l->range, expr_ceil_div(p->pool, expr_sub(p->pool, cell, l->split_d), l->split_c),
         expr_floor_div(p->pool, expr_sub(p->pool, last, l->split_d), l->split_c));
    at->grid = axis->grid;
    at->axis[axis->axis] = (home_axis){.is_restricted = true, .map = *axis, .index = cell};
}

static const char *strip_name(planner *p, const node *loop)
{
    return arena_printf(p->arena, "strip@%d", loop->where.line);
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
 * often the nest is executed. By itself four strips for each processor that the values
 * pass through: a pipeline is then at least four fifths full. */
static const expr *strip_size(planner *p, const band *b, const node *n, const expr *trips,
                              const expr *stages, const expr *stated)
{
    /* Another plan's is for its processors. */
    for (int i = p->params_before; i < expr_pool_param_count(p->pool); i++) {
        const param *known = expr_pool_param(p->pool, i);
        if (known->origin == PARAM_STRIP && known->where.file == n->where.file &&
            known->where.line == n->where.line && known->where.column == n->where.column)
            return expr_max(p->pool, expr_int(p->pool, 1), expr_param(p->pool, known));
    }
    param *strip = expr_new_param(p->pool, PARAM_STRIP, strip_name(p, n), n->where);
    const expr *strips = expr_mul(p->pool, expr_int(p->pool, 4), stages);
    const expr *length = stated ? stated : expr_ceil_div(p->pool, trips, strips);
    strip->value = expr_max(p->pool, expr_int(p->pool, 1), at_most(p, b, length));
    strip->provenance = stated ? "iterations a strip of the pipeline, from its 'pipeline'"
                               : "iterations a strip of the pipeline, four strips a stage";
    strip->is_assumption = !stated;
    return expr_max(p->pool, expr_int(p->pool, 1), expr_param(p->pool, strip));
}

/* A loop over strips of n's iterations; n keeps those of one strip. */
static void add_strips(tiling *t, const band *b, node *n, const expr *trips, const expr *stages)
{
    planner *p = t->p;
    loop_range *r = &n->u.loop.range;
    bool down = is_downward(r);
    t->strips = n;
    const expr *size = strip_size(p, b, n, trips, stages, t->stated), *one = expr_int(p->pool, 1);
    const expr *count = expr_ceil_div(p->pool, trips, size);
    node *strips =
        add_loop(t, n, "strip", expr_int(p->pool, 0), expr_sub(p->pool, count, one), false, false);
    const expr *skipped = expr_mul(p->pool, var_of(p, strips), size);
    const expr *reach = expr_sub(p->pool, expr_add(p->pool, skipped, size), one);
    const expr *begin = r->lower;
    r->lower = down ? expr_sub(p->pool, begin, skipped) : expr_add(p->pool, begin, skipped);
    r->upper = down ? expr_max(p->pool, r->upper, expr_sub(p->pool, begin, reach))
                    : expr_min(p->pool, r->upper, expr_add(p->pool, begin, reach));
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

static void add_tile_loops(tiling *t, const band *b, home *at)
{
    planner *p = t->p;
    node *strips = undivided(b);
    if (strips)
        add_strips(t, b, strips, all_trips(p, &strips->u.loop.range), stages_of(p, b, strips));
    bool takes_strips = !strips && divided_count(b) > 1;
    for (int i = b->first; i <= b->last; i++) {
        node *n = b->at->path[i].child;
        loop_node *l = &n->u.loop;
        if (!l->split_on)
            continue;
        const expr *whole = all_trips(p, &l->range);
        add_blocks(t, n, at);
        if (takes_strips) {
            const expr *block = expr_ceil_div(p->pool, block_size(p, l->split_on), l->split_c);
            add_strips(t, b, n, expr_min(p->pool, whole, block), stages_of(p, b, n));
        }
        takes_strips = false;
    }
}

static void note_reads(planner *p, const band *b, tile *t)
{
    for (int i = 0; i < p->accesses.count; i++) {
        const access *a = &p->accesses.data[i];
        const site *s = &p->sites.data[a->site];
        if (!is_in_band(b, s))
            continue;
        int step = carrying_step(p, a);
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

static void make_tile(planner *p, const band *b)
{
    tile *t = ARENA_NEW(p->arena, tile);
    node *old = b->at->path[b->first].child;
    tiling work = {.p = p};
    home at = {0};
    note_reads(p, b, t);
    for (int i = b->first; i <= b->last; i++) {
        const expr *stated = b->at->path[i].child->u.loop.strip;
        work.stated = stated ? stated : work.stated;
        keep_whole_range(p, b->at->path[i].child);
    }
    add_tile_loops(&work, b, &at);
    for (int i = b->first; i <= b->last; i++) {
        loop_node *l = &b->at->path[i].child->u.loop;
        l->trips = all_trips(p, &l->range);
    }
    t->outer = work.outermost;
    t->task = node_new(p->ctx, NODE_TASK, old->where);
    t->task->u.task.on = at;
    t->task->u.task.is_placement = true;
    t->strips = work.strips;
    if (t->strips)
        t->strip_name = strip_name(p, t->strips);
    work.innermost->u.loop.body = t->task;
    node **list = b->at->path[b->first].list;
    while (*list != old)
        list = &(*list)->next;
    *list = t->outer;
    t->outer->next = old->next;
    old->next = NULL;
    t->task->u.task.body = old;
    VEC_PUSH(p->arena, &p->tiles, t);
    remark(p, old, t);
}

/* --- All of the program --------------------------------------------------------------- */

static bool is_tiled(const planner *p, const site *s)
{
    return pipeline_tile(p, s, NULL) != NULL;
}

bool pipelines_make(planner *p)
{
    int before = p->tiles.count;
    for (int i = 0; i < p->accesses.count; i++) {
        const access *a = &p->accesses.data[i];
        const site *at = &p->sites.data[a->site];
        band b;
        /* One nest at a time: tiling it moves the paths of its sites. */
        if (is_tiled(p, at))
            continue;
        int t = carrying_step(p, a);
        if (t < 0 || !find_band(p, at, t, &b))
            continue;
        make_tile(p, &b);
        return true;
    }
    return p->tiles.count > before;
}

/* --- What the other passes ask ---------------------------------------------------------- */

const tile *pipeline_tile(const planner *p, const site *s, int *step)
{
    for (int i = 0; i < s->depth; i++) {
        for (int k = 0; k < p->tiles.count; k++) {
            if (s->path[i].child != p->tiles.data[k]->task)
                continue;
            if (step)
                *step = i;
            return p->tiles.data[k];
        }
    }
    return NULL;
}

bool tile_carries(const tile *t, const reference *ref)
{
    for (int i = 0; i < t->carried.count; i++) {
        if (t->carried.data[i] == ref)
            return true;
    }
    return false;
}

int tile_outer_step(const tile *t, const site *s)
{
    int step = 0;
    while (s->path[step].child != t->outer)
        step++;
    return step;
}
