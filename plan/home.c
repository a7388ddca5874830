#include "plan/planner.h"

/* Who is at home where: the owners of a reference, or whom a clause names. */

const array_map *map_of(const planner *p, const variable *v)
{
    const array_map *m = v && v->id >= 0 ? p->layout->map[v->id] : NULL;
    return m && m->grid ? m : NULL;
}

const expr *axis_index(planner *p, const axis_map *axis, const expr *index)
{
    return expr_add(p->pool, expr_mul(p->pool, axis->stride, index), axis->offset);
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

home home_of_reference(planner *p, const reference *ref)
{
    home h = {0};
    const array_map *m = map_of(p, ref->var);
    if (!m)
        return h;
    h.grid = m->grid;
    for (int k = 0; k < m->grid->rank; k++) {
        const axis_map *axis = &m->axis[k];
        switch (axis->source) {
        case AXIS_REPLICATED:
            break;
        case AXIS_FIXED:
            fix_axis(p, &h.axis[k], axis, axis->offset);
            break;
        case AXIS_BY_DIM:
            if (ref->sub[axis->dim].kind != SUBSCRIPT_VALUE)
                break;
            h.axis[k].is_restricted = true;
            h.axis[k].map = *axis;
            h.axis[k].index = ref->sub[axis->dim].value;
            break;
        }
    }
    return h;
}

/* A processor coordinate as a home: cells 0..extent-1, one on each. */
static void fix_coordinate(planner *p, home_axis *out, const proc_grid *grid, int k,
                           const expr *coordinate)
{
    axis_map map = {.source = AXIS_BY_DIM,
                    .kind = DIST_CYCLIC,
                    .dim = k,
                    .stride = expr_int(p->pool, 1),
                    .offset = expr_int(p->pool, 0),
                    .lower = expr_int(p->pool, 0),
                    .extent = expr_extent(p->pool, grid, k),
                    .grid = grid,
                    .axis = k};
    out->is_restricted = true;
    out->map = map;
    out->index = coordinate;
}

home home_of_clause(planner *p, const on_clause *clause)
{
    home h = {0};
    if (clause->ref)
        return home_of_reference(p, clause->ref);
    if (clause->nodes) {
        h.grid = clause->nodes;
        for (int k = 0; k < clause->nodes->rank; k++) {
            if (clause->index[k] && !clause->last[k])
                fix_coordinate(p, &h.axis[k], clause->nodes, k, clause->index[k]);
        }
        return h;
    }
    const array_map *m = clause->target ? p->layout->template_map[clause->target->id] : NULL;
    if (!m)
        return h;
    h.grid = m->grid;
    for (int k = 0; k < m->grid->rank; k++) {
        const expr *index = clause->index[m->axis[k].dim];
        if (!index || clause->last[m->axis[k].dim])
            continue;
        h.axis[k] = (home_axis){.is_restricted = true, .map = m->axis[k], .index = index};
    }
    return h;
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
    for (int k = 0; h->grid && k < h->grid->rank; k++) {
        if (h->axis[k].is_restricted)
            return true;
    }
    return false;
}
