#include "plan/planner/owner.h"

#include <string.h>

#include "plan/planner/subgrid.h"

/* Executing processors: the owners of a reference, or those that a clause names. */

const array_map *map_of(const planner *p, const variable *v)
{
    const array_map *m = v && v->id >= 0 ? p->layout->map[v->id] : NULL;
    return m && m->grid ? m : NULL;
}

const expr *axis_index(planner *p, const axis_map *axis, const expr *index)
{
    return expr_add(p->pool, expr_mul(p->pool, axis->stride, index), axis->offset);
}

const expr *block_size(planner *p, const axis_map *axis)
{
    if (axis->block)
        return axis->block;
    return axis->kind == DIST_CYCLIC
               ? expr_int(p->pool, 1)
               : expr_ceil_div(p->pool, axis->extent, expr_extent(p->pool, axis->grid, axis->axis));
}

bool same_cells(const axis_map *a, const axis_map *b)
{
    return a->grid == b->grid && a->axis == b->axis && a->kind == b->kind && a->block == b->block &&
           a->lower == b->lower && a->extent == b->extent && gen_sizes_equal(a->sizes, b->sizes);
}

/* An axis at one fixed template cell is one driven by index 0 with stride 0. */
static void fix_axis(planner *p, home_axis *out, const axis_map *map, const expr *cell)
{
    out->is_restricted = true;
    out->map = *map;
    out->map.source = AXIS_BY_DIM;
    out->map.stride = expr_int(p->pool, 1);
    out->map.offset = expr_int(p->pool, 0);
    out->index = cell;
}

/* Where on its grid a mapping puts what `at` names, a dimension each: the dimension's map
 * comes from the mapping. */
static home home_on_map(planner *p, const array_map *m, const home_axis *at)
{
    home h = {.grid = m->grid};
    for (int k = 0; k < m->grid->rank; k++) {
        const axis_map *axis = &m->axis[k];
        switch (axis->source) {
        case AXIS_REPLICATED:
            break;
        case AXIS_FIXED:
            fix_axis(p, &h.axis[k], axis, axis->offset);
            break;
        case AXIS_BY_DIM:
            if (!at[axis->dim].is_restricted)
                break;
            h.axis[k] = at[axis->dim];
            h.axis[k].map = *axis;
            break;
        }
    }
    return h;
}

home home_of_reference(planner *p, const reference *ref)
{
    home_axis at[MAX_RANK] = {0};
    const array_map *m = map_of(p, ref->var);
    if (!m)
        return (home){0};
    for (int d = 0; d < ref->var->rank; d++)
        if (ref->sub[d].kind == SUBSCRIPT_VALUE)
            at[d] = (home_axis){.is_restricted = true, .index = ref->sub[d].value};
    return home_on_map(p, m, at);
}

static void fix_coordinate(planner *p, home_axis *out, const proc_grid *grid, int k,
                           const expr *coordinate)
{
    out->is_restricted = true;
    out->map = part_coordinates(p->pool, grid, k);
    out->index = coordinate;
}

/* on p(i,*): `along` gets the axes along which all that the clause names take part
 * in one thing. */
static home home_of_nodes(planner *p, const on_clause *clause, bool *along)
{
    const proc_grid *nodes = clause->nodes;
    rooted_axis on[MAX_RANK];
    const proc_grid *root = part_on_root(nodes, on);
    home h = {.grid = root ? root : nodes};
    for (int r = 0; r < h.grid->rank; r++) {
        bool is_index = root && on[r].kind == ROOTED_INDEX;
        bool is_own = root ? on[r].kind == ROOTED_OWN : r >= part_visible_rank(nodes);
        int k = root ? on[r].axis : r;
        const expr *index = is_index ? on[r].at : is_own ? NULL : clause->index[k];
        if (index)
            fix_coordinate(p, &h.axis[r], h.grid, r, index);
        along[r] = !index && !is_own && !clause->is_own[k];
    }
    return h;
}

static home home_of_cells(planner *p, const on_clause *clause, bool *along)
{
    home_axis at[MAX_RANK] = {0};
    const array_map *m = p->layout->template_map[clause->target->id];
    if (!m)
        return (home){0};
    for (int d = 0; d < clause->target->rank; d++)
        if (clause->index[d])
            at[d] = (home_axis){.is_restricted = true,
                                .index = clause->index[d],
                                .last = clause->last[d],
                                .step = clause->step[d]};
    for (int k = 0; k < m->grid->rank; k++) {
        int d = m->axis[k].dim;
        along[k] = m->axis[k].source == AXIS_BY_DIM && (!clause->index[d] || clause->last[d]) &&
                   !clause->is_own[d];
    }
    return home_on_map(p, m, at);
}

home home_of_clause(planner *p, const on_clause *clause, bool *along)
{
    memset(along, 0, MAX_RANK * sizeof *along);
    if (clause->ref)
        return home_of_reference(p, clause->ref);
    if (clause->nodes)
        return home_of_nodes(p, clause, along);
    return clause->target ? home_of_cells(p, clause, along) : (home){0};
}

bool reference_is_indirect(const reference *ref)
{
    for (int d = 0; d < ref->var->rank; d++) {
        if (ref->sub[d].kind == SUBSCRIPT_INDIRECT)
            return true;
    }
    return false;
}

bool home_is_restricted(const home *h)
{
    if (h->grid && h->grid->of)
        return true; /* to the processors of a part */
    for (int k = 0; h->grid && k < h->grid->rank; k++) {
        if (h->axis[k].is_restricted)
            return true;
    }
    return false;
}
