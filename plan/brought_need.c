#include <stdlib.h>
#include <string.h>

#include "plan/brought.h"
#include "plan/part.h"
#include "program/bindings.h"

/* What a reference needs that its processor does not own, as regions of its shadow. */

/* --- One axis ------------------------------------------------------------------ */

/* Is it in or under a condition that asks which processor this is? Then the program knows whose
 * elements they are, where no loop or task says so. */
static bool is_chosen(const site *s)
{
    for (int i = 0; i < s->depth; i++)
        if (s->path[i].child->kind == NODE_IF && s->path[i].child->u.cond.asks_node)
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
    env *defined = env_new(p->ctx, p->pool, NULL, 0, NULL);
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

/* What is equal to 0 where the site is: v in it, with a factor of 1 or -1, is then all the rest. */
static const expr *without_equal(planner *p, const expr *e, const expr *zero)
{
    const loop_var **vars = NULL;
    for (int i = 0, count = expr_loop_vars(p->pool, zero, &vars); i < count; i++) {
        const expr *c = NULL, *rest = NULL;
        int64_t factor = 0;
        if (!expr_mentions(e, vars[i]) || !expr_affine(p->pool, zero, vars[i], &c, &rest) ||
            !expr_is_int(c, &factor) || (factor != 1 && factor != -1))
            continue;
        const expr *value = expr_mul(p->pool, expr_int(p->pool, -factor), rest);
        return expr_substitute(p->pool, e,
                               &(expr_substitution){.count = 1, .vars = &vars[i], .with = &value});
    }
    return e;
}

static const expr *where_it_holds(planner *p, const expr *e, const expr *condition)
{
    const expr *const *operand = condition->u.op.operand;
    if (condition->kind == EXPR_EQ)
        return without_equal(p, e, expr_sub(p->pool, operand[0], operand[1]));
    for (int i = 0; condition->kind == EXPR_AND && i < condition->u.op.count; i++)
        e = where_it_holds(p, e, operand[i]);
    return e;
}

/* As what the conditions around the site say of it: i - 3 under `if (i == 4)` is 1. */
static const expr *where_it_stands(planner *p, const site *at, const expr *e)
{
    for (int s = 0; s + 1 < at->depth; s++) {
        node *child = at->path[s].child;
        if (child->kind == NODE_IF && child->u.cond.condition &&
            at->path[s + 1].list == &child->u.cond.then_body)
            e = where_it_holds(p, e, child->u.cond.condition);
    }
    return e;
}

/* How far from the executing processor's cell along axis k the reference reaches while loops
 * inside run; false: that is not known. */
static bool offsets_along(planner *p, const site *at, const reference *ref, int k, int64_t *from,
                          int64_t *to)
{
    const axis_map *axis = &map_of(p, ref->var)->axis[k];
    const home_axis *h = &at->at.axis[k];
    if (need_offset_along(p, at, ref, k, from)) {
        *to = *from;
        return true;
    }
    if (axis->source != AXIS_BY_DIM || at->at.grid != axis->grid || !h->is_restricted || h->last ||
        ref->sub[axis->dim].kind != SUBSCRIPT_VALUE || !same_cells(axis, &h->map))
        return false;
    const expr *apart = expr_sub(p->pool, axis_index(p, axis, ref->sub[axis->dim].value),
                                 axis_index(p, &h->map, h->index));
    span t = span_of(p, at, 0, &(subscript){SUBSCRIPT_VALUE, where_it_stands(p, at, apart)});
    return t.is_finite && !t.unit && expr_is_int(t.lower, from) && expr_is_int(t.upper, to);
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
    if (is_alone(axis) || (is_here && is_first_cell(p, axis, ref, h)))
        return true;
    if (is_chosen(at) && is_free)
        return !is_another_s(p, at, ref, k);
    if (axis->source == AXIS_REPLICATED)
        return is_here || !m->grid->of;
    return axis->source == AXIS_FIXED && is_here && h->is_restricted && same_cells(axis, &h->map) &&
           axis->offset == axis_index(p, &h->map, h->index);
}

/* Elements that lie so many cells apart; part of one counts as one, away from 0. */
static int64_t elements_of(const axis_map *axis, int64_t cells)
{
    int64_t stride = 1;
    if (!expr_is_int(axis->stride, &stride) || stride == 0)
        stride = 1;
    int64_t many = (llabs(cells) + llabs(stride) - 1) / llabs(stride);
    return (cells < 0) == (stride < 0) ? many : -many;
}

typedef struct beyond {
    int64_t least, most; /* <= 0 <= */
} beyond;

/* By how much it reads beyond either end of what the processor owns. */
static bool beyond_along(planner *p, const site *at, const reference *ref, int k, beyond *out)
{
    const axis_map *axis = &map_of(p, ref->var)->axis[k];
    int64_t least = 0, most = 0, from, to, low, high;
    *out = (beyond){0, 0};
    if (is_here_along(p, at, ref, k))
        return true;
    if (!offsets_along(p, at, ref, k, &least, &most)) {
        out->most = REGION_ANYWHERE;
        return axis->source == AXIS_BY_DIM && ref->var->is_shadow_whole[axis->dim];
    }
    reach_along(at, k, &from, &to);
    reach_inside(at, k, &low, &high);
    least = least + from + low < 0 ? least + from + low : 0;
    most = most + to - high > 0 ? most + to - high : 0;
    int64_t ends[2] = {elements_of(axis, least), elements_of(axis, most)};
    bool is_turned = ends[0] > 0 || ends[1] < 0; /* it lies the other way round */
    *out = is_turned ? (beyond){ends[1], ends[0]} : (beyond){ends[0], ends[1]};
    return true;
}

/* --- Regions ------------------------------------------------------------------- */

/* So many are followed each; of more, the outermost, which only what reaches them brings. */
enum { REGIONS_MOST = 256 };

static int64_t width_of(const beyond *b, bool is_each)
{
    if (b->most == REGION_ANYWHERE || !is_each)
        return 1 + (b->least < 0) + (b->most > 0);
    return b->most - b->least + 1;
}

static int64_t place_in(const beyond *b, bool is_each, int64_t i)
{
    if (is_each && b->most != REGION_ANYWHERE)
        return b->least + i;
    return i == 0 ? b->least : i == 1 && b->least < 0 ? 0 : b->most;
}

static int count_regions(const beyond *by, int count, bool is_each)
{
    int64_t n = 1;
    for (int i = 0; i < count && n <= REGIONS_MOST; i++)
        n *= width_of(&by[i], is_each) <= REGIONS_MOST ? width_of(&by[i], is_each)
                                                       : REGIONS_MOST + 1;
    return (int)(n <= REGIONS_MOST ? n : REGIONS_MOST + 1);
}

/* All but its own part. */
static void list_regions(planner *p, brought_need *n, const beyond *by)
{
    bool is_each = count_regions(by, n->axis_count, true) <= REGIONS_MOST;
    int most = 1;
    for (int i = 0; i < n->axis_count; i++)
        most *= (int)width_of(&by[i], is_each);
    int64_t *out = ARENA_ARRAY(p->arena, most * n->axis_count + 1, int64_t);
    for (int r = 0; r < most; r++) {
        bool is_own = true;
        int64_t rest = r;
        for (int i = 0; i < n->axis_count; i++) {
            int64_t width = width_of(&by[i], is_each);
            out[n->region_count * n->axis_count + i] = place_in(&by[i], is_each, rest % width);
            is_own &= out[n->region_count * n->axis_count + i] == 0;
            rest /= width;
        }
        n->region_count += !is_own;
    }
    n->beyond = out;
}

bool brought_need_of(planner *p, const access *a, brought_need *out)
{
    const site *at = &p->sites.data[a->site];
    const array_map *m = map_of(p, a->ref->var);
    beyond by[MAX_RANK];
    *out = (brought_need){.at = at, .access = a};
    for (int k = 0; k < m->grid->rank; k++) {
        beyond here;
        if (!beyond_along(p, at, a->ref, k, &here))
            return false;
        if (m->axis[k].source != AXIS_BY_DIM)
            continue;
        by[out->axis_count] = here;
        out->axis[out->axis_count] = k;
        out->dim[out->axis_count++] = m->axis[k].dim;
    }
    list_regions(p, out, by);
    return true;
}

/* --- What brings or computes one ----------------------------------------------- */

bool brought_is_computed(planner *p, const brought_need *n, const site *at, const reference *write,
                         int region)
{
    for (int i = 0; i < n->axis_count; i++) {
        const axis_map *axis = &map_of(p, write->var)->axis[n->axis[i]];
        int64_t by, from, to, wanted = n->beyond[region * n->axis_count + i];
        if (!need_offset_along(p, at, write, n->axis[i], &by))
            return false;
        reach_along(at, n->axis[i], &from, &to);
        int64_t a = elements_of(axis, by + from), b = elements_of(axis, by + to);
        if (wanted < (a < b ? a : b) || wanted > (a < b ? b : a))
            return false;
    }
    return true;
}

bool brought_is_others(planner *p, const site *at, const reference *write)
{
    const array_map *m = map_of(p, write->var);
    for (int k = 0; k < m->grid->rank; k++) {
        int64_t by, from, to;
        if (!need_offset_along(p, at, write, k, &by))
            continue;
        reach_along(at, k, &from, &to);
        if (by + from > 0 || by + to < 0)
            return true;
    }
    return false;
}

/* By its definition in the program; what nothing tells is as wide as is asked. */
static int64_t known_width(planner *p, const expr *width)
{
    int64_t value = 0;
    bool ok = true;
    if (!expr_is_int(width, &value))
        value = expr_eval(env_new(p->ctx, p->pool, NULL, 0, NULL), width, &ok);
    return ok ? value : REGION_ANYWHERE;
}

void brought_reach(planner *p, const brought_need *n, const reflect_node *r, int i, int64_t *before,
                   int64_t *behind)
{
    int d = n->dim[i];
    if (r->var->is_shadow_whole[d] && !r->width_lower[d]) {
        *before = *behind = REGION_ANYWHERE;
        return;
    }
    const reflect_widths w = reflect_widths_of(p, r);
    *before = known_width(p, w.lower[d]);
    *behind = known_width(p, w.upper[d]);
}

bool brought_fits(planner *p, const brought_need *n, const reflect_node *r, int region,
                  int64_t *kept)
{
    int sides = 0, moved = 0;
    for (int i = 0; i < n->axis_count; i++) {
        int64_t before, behind, wanted = n->beyond[region * n->axis_count + i];
        brought_reach(p, n, r, i, &before, &behind);
        bool fits = -before <= wanted && wanted <= behind;
        kept[i] = fits ? 0 : wanted;
        sides += wanted != 0;
        moved += fits && wanted != 0;
    }
    return r->is_orthogonal ? sides == 1 && moved == 1 : moved > 0;
}

bool brought_reaches(planner *p, const brought_need *n, const reflect_node *r, int region)
{
    int64_t kept[MAX_RANK];
    bool fits = brought_fits(p, n, r, region, kept);
    for (int i = 0; i < n->axis_count; i++)
        fits = fits && kept[i] == 0;
    return fits;
}

int brought_region_at(const brought_need *n, const int64_t *place)
{
    size_t size = (size_t)n->axis_count * sizeof *place;
    for (int r = 0; r < n->region_count; r++)
        if (memcmp(n->beyond + r * n->axis_count, place, size) == 0)
            return r;
    return -1;
}
