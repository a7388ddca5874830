#include <stdlib.h>

#include "plan/analysis/margins.h"
#include "plan/analysis/section.h"
#include "plan/planner/owner.h"
#include "plan/planner/sites.h"
#include "plan/planner/subgrid.h"
#include "plan/xmp/coverage.h"
#include "program/expr/integer.h"

/* By how much a reference reads beyond either end of what its processor owns, along one axis. */

/* --- Blocks -------------------------------------------------------------------- */

/* The blocks that a reference's cells and the executing processor's come in. Those of one
 * coordinate begin at times/by of where the home's do, both from the lower bound of their
 * template: arrays of half or twice the extent, on the same processors. */
typedef struct blocks {
    int64_t times, by;
    /* As the program defines them, procs > 0: how many there are, and the reference's size. */
    int64_t procs, size;
} blocks;

static bool known(env *defined, const expr *e, int64_t *value)
{
    bool ok = e != NULL;
    *value = ok ? expr_eval(defined, e, &ok) : 0;
    return ok;
}

int64_t covered_block(env *defined, const axis_map *axis)
{
    int64_t procs = 0, extent = 0;
    if (axis->block)
        return known(defined, axis->block, &extent) && extent > 0 ? extent : 0;
    return known(defined, axis->grid->extent[axis->axis], &procs) && procs > 0 &&
                   known(defined, axis->extent, &extent) && extent > 0
               ? int_ceil_div(extent, procs)
               : 0;
}

static int64_t leading_factor(const expr *e)
{
    int64_t value = 1;
    while (e->kind == EXPR_ADD || e->kind == EXPR_MUL)
        e = e->u.op.operand[0];
    return expr_is_int(e, &value) ? value : 1;
}

/* Of extents that nothing tells: 2*n is twice n, and so are the blocks, if the processors divide
 * n. It is taken that they do. */
static bool is_multiple(planner *p, const axis_map *read, const axis_map *own, blocks *out)
{
    out->times = leading_factor(read->extent);
    out->by = leading_factor(own->extent);
    return !read->block && !own->block && out->times > 0 && out->by > 0 &&
           expr_mul(p->pool, read->extent, expr_int(p->pool, out->by)) ==
               expr_mul(p->pool, own->extent, expr_int(p->pool, out->times));
}

static bool blocks_of(planner *p, env *defined, const axis_map *read, const axis_map *own,
                      blocks *out)
{
    bool is_same = same_cells(read, own);
    *out = (blocks){.times = 1, .by = 1};
    if (read->kind != DIST_BLOCK || own->kind != DIST_BLOCK)
        return is_same;
    if (read->grid != own->grid || read->axis != own->axis)
        return false;
    int64_t procs = 0, size = covered_block(defined, read), home_size = covered_block(defined, own);
    if (size && home_size && known(defined, read->grid->extent[read->axis], &procs)) {
        out->procs = procs;
        out->size = size;
    }
    if (is_same)
        return true;
    if (!size || !home_size)
        return is_multiple(p, read, own, out);
    out->times = size / int_gcd(size, home_size);
    out->by = home_size / int_gcd(size, home_size);
    return true;
}

/* --- Offsets -------------------------------------------------------------------- */

/* What is left of an expression, and how far from it: scale times the expression is between
 * rest + least and rest + most. */
typedef struct rounding {
    const expr *rest;
    int64_t scale, least, most;
} rounding;

/* A term that is so many times a quotient or a remainder by a number; null: there is none. */
static const expr *find_rounded(const expr *sum, int64_t *times, int64_t *divisor)
{
    int terms = sum->kind == EXPR_ADD ? sum->u.op.count : 1;
    for (int i = 0; i < terms; i++) {
        const expr *part = sum->kind == EXPR_ADD ? sum->u.op.operand[i] : sum;
        *times = 1;
        if (part->kind == EXPR_MUL && part->u.op.count == 2 &&
            expr_is_int(part->u.op.operand[0], times))
            part = part->u.op.operand[1];
        if ((part->kind == EXPR_FLOOR_DIV || part->kind == EXPR_MOD) &&
            expr_is_int(part->u.op.operand[1], divisor) && *divisor > 0)
            return part;
    }
    return NULL;
}

/* Takes one such term out; false: there was none. A remainder is 0 to divisor - 1, a quotient is
 * what is divided, less a remainder, by the divisor. */
static bool take_rounded(planner *p, rounding *r)
{
    int64_t times = 0, divisor = 1;
    const expr *part = find_rounded(r->rest, &times, &divisor);
    if (!part)
        return false;
    const expr *factor = expr_int(p->pool, times);
    r->rest = expr_sub(p->pool, r->rest, expr_mul(p->pool, factor, part));
    int64_t remainder = times * (divisor - 1);
    if (part->kind == EXPR_FLOOR_DIV) {
        r->rest = expr_add(p->pool, expr_mul(p->pool, expr_int(p->pool, divisor), r->rest),
                           expr_mul(p->pool, factor, part->u.op.operand[0]));
        r->scale *= divisor;
        r->least *= divisor;
        r->most *= divisor;
        remainder = -remainder;
    }
    r->least += int_min(remainder, 0);
    r->most += int_max(remainder, 0);
    return true;
}

bool halo_bounds(planner *p, const site *at, const expr *e, int64_t *from, int64_t *to)
{
    enum { TERMS_MOST = 4 };
    rounding r = {.rest = e, .scale = 1};
    int64_t low, high;
    for (int i = 0; i < TERMS_MOST && take_rounded(p, &r); i++)
        ;
    span t = span_of(p, at, 0, &(subscript){SUBSCRIPT_VALUE, r.rest});
    if (!t.is_finite || t.unit || !known(p->defined, t.lower, &low) ||
        !known(p->defined, t.upper, &high))
        return false;
    *from = int_ceil_div(low + r.least, r.scale);
    *to = int_floor_div(high + r.most, r.scale);
    return true;
}

/* The cell that the axis puts the index on, from the lower bound of its template on. */
static const expr *cell_of(planner *p, const site *at, const axis_map *axis, const expr *index)
{
    return expr_sub(p->pool, axis_index(p, axis, index_known_sign(p, at, index)), axis->lower);
}

/* Is it in or under a condition that asks which processor this is? Then the program knows whose
 * elements they are, where no loop or task says so. */
static bool is_chosen(const site *s)
{
    for (int i = 0; i < s->depth; i++)
        if (s->path[i].child->kind == NODE_IF && s->path[i].child->u.cond.queries_rank)
            return true;
    return false;
}

/* The node that executes the site, as conditions on the number of the node say; null: they do
 * not. In a task nodes have numbers of their own. */
static const expr *chosen_node(const site *s)
{
    const expr *number = NULL;
    for (int i = 0; i + 1 < s->depth; i++) {
        const node *child = s->path[i].child;
        const if_node *c = &child->u.cond;
        if (child->kind == NODE_TASK)
            return NULL;
        if (child->kind == NODE_IF && c->node_number &&
            (s->path[i + 1].list == &c->then_body) != c->is_node_other)
            number = c->node_number;
    }
    return number;
}

/* Is the element another node's than the one that conditions choose? By the definitions of the
 * program, where they tell. */
static bool is_another_s(planner *p, const site *at, const reference *ref, int k)
{
    const axis_map *axis = &map_of(p, ref->var)->axis[k];
    const expr *number = chosen_node(at);
    const proc_grid *grid = axis->grid;
    if (!number || grid->of || grid->rank != 1 || axis->source != AXIS_BY_DIM ||
        ref->sub[axis->dim].kind != SUBSCRIPT_VALUE || !grid->extent[0])
        return false;
    const expr *index = ref->sub[axis->dim].value;
    env *defined = p->defined;
    bool ok = !number->uses_loop_var && !index->uses_loop_var;
    int64_t extent = ok ? expr_eval(defined, grid->extent[0], &ok) : 0;
    int64_t me = ok ? expr_eval(defined, number, &ok) : 0;
    int64_t element = ok ? expr_eval(defined, index, &ok) : 0;
    if (!ok || me < 0 || me >= extent)
        return false;
    bindings none = {0};
    dim_mapping dim;
    env *placed = env_new(p->ctx, p->pool, &grid, 1, &none);
    return placed && env_dim_mapping(placed, axis, &dim, &ok) && ok &&
           mapping_owner(&dim, element) != me;
}

/* In a task or loop whose directive names the executing node: is what is touched its own, by the
 * definitions of the program? */
static bool is_named_node_s(planner *p, const site *at, const reference *ref, int k)
{
    const axis_map *axis = &map_of(p, ref->var)->axis[k];
    const home_axis *h = &at->at.axis[k];
    int64_t first, last, extent;
    if (at->at.grid != axis->grid || axis->grid->of || !h->is_restricted || h->last ||
        h->index->uses_loop_var || axis->source != AXIS_BY_DIM ||
        ref->sub[axis->dim].kind != SUBSCRIPT_VALUE ||
        !known(p->defined, axis->grid->extent[axis->axis], &extent) ||
        !halo_bounds(p, at, ref->sub[axis->dim].value, &first, &last))
        return false;
    bindings none = {0};
    env *placed = env_new(p->ctx, p->pool, &axis->grid, 1, &none);
    return placed && env_home_owns(placed, &at->at, k, axis, first, last);
}

/* The first cell of a dimension that is divided is the first coordinate's. */
static bool is_first_cell(planner *p, const axis_map *axis, const reference *ref,
                          const home_axis *h)
{
    int64_t cell = 0, coordinate = 0;
    if (axis->source != AXIS_BY_DIM || axis->kind == DIST_GEN_BLOCK || !h->is_restricted ||
        h->last || ref->sub[axis->dim].kind != SUBSCRIPT_VALUE)
        return false;
    const axis_map own = part_coordinates(p->pool, axis->grid, axis->axis);
    const expr *index = axis_index(p, axis, ref->sub[axis->dim].value);
    return same_cells(&own, &h->map) &&
           expr_is_int(axis_index(p, &h->map, h->index), &coordinate) && coordinate == 0 &&
           expr_is_int(expr_sub(p->pool, index, axis->lower), &cell) && cell == 0;
}

/* Is there one processor along the axis, so that everything is there? */
static bool is_alone(const axis_map *axis)
{
    const expr *extent = axis->grid->extent[axis->axis];
    int64_t count = 0;
    return extent && expr_is_int(extent, &count) && count == 1;
}

/* Does a loop or a task say who executes? Where none does, the planner takes it to be the owner of
 * what is written, and a condition may know better. */
static bool is_placed(const site *s)
{
    for (int i = 0; i < s->depth; i++) {
        const node *child = s->path[i].child;
        if (child->kind == NODE_TASK || (child->kind == NODE_LOOP && child->u.loop.on))
            return true;
    }
    return false;
}

static bool is_here_along(planner *p, const site *at, const reference *ref, int k)
{
    const array_map *m = map_of(p, ref->var);
    const axis_map *axis = &m->axis[k];
    const home_axis *h = &at->at.axis[k];
    bool is_here = at->at.grid == m->grid;
    bool is_free = !is_here || !h->is_restricted || !is_placed(at);
    if (is_alone(axis) || (is_here && is_first_cell(p, axis, ref, h)) ||
        (is_here && is_named_node_s(p, at, ref, k)))
        return true;
    if (is_chosen(at) && is_free)
        return !is_another_s(p, at, ref, k);
    if (axis->source == AXIS_REPLICATED)
        return is_here || !m->grid->of;
    return axis->source == AXIS_FIXED && is_here && h->is_restricted && same_cells(axis, &h->map) &&
           axis->offset == axis_index(p, &h->map, h->index);
}

/* Elements that are so many cells apart; part of one counts as one, away from 0. */
int64_t covered_elements(const axis_map *axis, int64_t cells)
{
    int64_t stride = 1;
    if (!expr_is_int(axis->stride, &stride) || stride == 0)
        stride = 1;
    int64_t many = (llabs(cells) + llabs(stride) - 1) / llabs(stride);
    return (cells < 0) == (stride < 0) ? many : -many;
}

/* What the loops around leave of that, as the program defines their bounds: the iterations of
 * some, or all, coordinates do not come near the ends of their blocks. */
static void narrow(planner *p, env *defined, const site *at, const home_axis *h, const blocks *b,
                   const int64_t apart[2], int64_t *least, int64_t *most)
{
    enum { PROCS_MOST = 4096 };
    const span all =
        span_of(p, at, 0, &(subscript){SUBSCRIPT_VALUE, cell_of(p, at, &h->map, h->index)});
    int64_t begin, end, own = b->size / b->times * b->by, low = 0, high = 0;
    if (!b->procs || b->procs > PROCS_MOST || !all.is_finite || all.unit ||
        !known(defined, all.lower, &begin) || !known(defined, all.upper, &end))
        return;
    for (int64_t c = 0; c < b->procs; c++) {
        int64_t first = int_max(begin, c * own), last = int_min(end, (c + 1) * own - 1);
        if (first > last)
            continue;
        low = int_min(low, int_ceil_div(b->times * first + apart[0], b->by) - c * b->size);
        high =
            int_max(high, int_floor_div(b->times * last + apart[1], b->by) - (c + 1) * b->size + 1);
    }
    *least = int_max(*least, low);
    *most = int_min(*most, high);
}

/* In cells, from `h`. With the home at cell times/by of one in the
 * reference's template, `by` times the one less `times` times the other is what is apart. */
static bool cells_beyond(planner *p, const site *at, const reference *ref, int k,
                         const home_axis *h, int64_t *least, int64_t *most)
{
    const axis_map *axis = &map_of(p, ref->var)->axis[k];
    blocks b;
    int64_t apart[2], from, to, low, high;
    if (axis->source != AXIS_BY_DIM || !h->is_restricted || h->last || h->map.grid != axis->grid ||
        ref->sub[axis->dim].kind != SUBSCRIPT_VALUE)
        return false;
    env *defined = p->defined;
    if (!blocks_of(p, defined, axis, &h->map, &b))
        return false;
    const expr *read = cell_of(p, at, axis, ref->sub[axis->dim].value);
    const expr *executed = cell_of(p, at, &h->map, h->index);
    const expr *difference = expr_sub(p->pool, expr_mul(p->pool, expr_int(p->pool, b.by), read),
                                      expr_mul(p->pool, expr_int(p->pool, b.times), executed));
    if (!halo_bounds(p, at, index_under_guards(p, at, difference), &apart[0], &apart[1]))
        return false;
    reach_along(at, k, &from, &to);
    reach_inside(at, k, &low, &high);
    *least = int_ceil_div(b.times * (from + low) + apart[0], b.by);
    *most = int_floor_div(b.times * (to - high) + apart[1] - b.times, b.by) + 1;
    *least = int_min(*least, 0);
    *most = int_max(*most, 0);
    if (!site_reaches(at))
        narrow(p, defined, at, h, &b, apart, least, most);
    return true;
}

/* Of several loops around that divide one dimension, each leaves out what is not its own: what
 * has the home of one of them is there. */
static bool has_home_outside(planner *p, const site *at, const reference *ref, int k)
{
    for (int s = 0; s < at->depth && !site_reaches(at); s++) {
        const loop_node *l = step_loop(&at->path[s]);
        int64_t least, most;
        if (l && l->on && l->on->grid == at->at.grid &&
            cells_beyond(p, at, ref, k, &l->on->axis[k], &least, &most) && !least && !most)
            return true;
    }
    return false;
}

bool halo_distance(planner *p, const site *at, const reference *ref, int k, halo_side *out)
{
    const axis_map *axis = &map_of(p, ref->var)->axis[k];
    int64_t least = 0, most = 0;
    *out = (halo_side){0, 0};
    if (is_here_along(p, at, ref, k))
        return true;
    bool is_told =
        at->at.grid == axis->grid && cells_beyond(p, at, ref, k, &at->at.axis[k], &least, &most);
    if (is_told && !least && !most)
        return true;
    if (has_home_outside(p, at, ref, k))
        return true;
    if (!is_told) {
        out->most = REGION_ANYWHERE;
        return axis->source == AXIS_BY_DIM && ref->var->is_shadow_whole[axis->dim];
    }
    int64_t ends[2] = {covered_elements(axis, least), covered_elements(axis, most)};
    bool is_turned = ends[0] > 0 || ends[1] < 0; /* the axis runs the other way round */
    *out = is_turned ? (halo_side){ends[1], ends[0]} : (halo_side){ends[0], ends[1]};
    return true;
}
