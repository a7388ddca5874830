#include "plan/part.h"
#include "plan/stated.h"
#include "program/bindings.h"

/* XcalableMP: references that need what nothing in the program has brought. */

/* By its definition in the program; what nothing tells is wide enough. */
static bool is_at_least(env *defined, const expr *width, int64_t by)
{
    int64_t value = 0;
    bool ok = true;
    if (!expr_is_int(width, &value))
        value = expr_eval(defined, width, &ok);
    return !ok || value >= by;
}

/* Does a reflect of the array reach offset `by` in dimension d? */
static bool reflect_reaches(planner *p, const variable *v, int d, int64_t by)
{
    env *defined = env_new(p->ctx, p->pool, NULL, 0, NULL);
    for (int i = 0; i < p->reflects.count; i++) {
        const reflect_node *r = &p->reflects.data[i]->u.reflect;
        if (r->var != v)
            continue;
        const reflect_widths w = reflect_widths_of(p, r);
        if (is_at_least(defined, w.lower[d], -by) && is_at_least(defined, w.upper[d], by))
            return true;
    }
    return false;
}

static bool is_reflected(const planner *p, const variable *v)
{
    for (int i = 0; i < p->reflects.count; i++) {
        if (p->reflects.data[i]->u.reflect.var == v)
            return true;
    }
    return false;
}

/* Does one loop that reaches so far write the array where it is not its own? */
static bool is_computed(planner *p, const variable *v, int k, int64_t by)
{
    for (int i = 0; i < p->accesses.count; i++) {
        const access *a = &p->accesses.data[i];
        const site *s = &p->sites.data[a->site];
        int64_t from, to;
        if (!a->is_write || a->ref->var != v || !site_reaches(s))
            continue;
        reach_along(s, k, &from, &to);
        if (from <= by && by <= to)
            return true;
    }
    return false;
}

/* Is there an element `by` cells away in the shadow, and has it a value? */
static bool is_in_shadow(planner *p, const access *a, int k, int64_t by)
{
    const variable *v = a->ref->var;
    int d = map_of(p, v)->axis[k].dim;
    const expr *room = by < 0 ? v->shadow_lower[d] : v->shadow_upper[d];
    env *defined = env_new(p->ctx, p->pool, NULL, 0, NULL);
    if (by == 0 || !a->is_write)
        return by == 0 || reflect_reaches(p, v, d, by) || is_computed(p, v, k, by);
    if (!site_reaches(&p->sites.data[a->site]))
        return reflect_reaches(p, v, d, by);
    return v->is_shadow_whole[d] || (room && is_at_least(defined, room, by < 0 ? -by : by));
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
    span t = span_of(p, at, 0, &(subscript){SUBSCRIPT_VALUE, apart});
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

/* Is it under a condition that asks which processor this is? Then the program knows whose
 * elements they are. */
static bool is_chosen(const site *s)
{
    for (int i = 0; i < s->depth; i++)
        if (s->path[i].child->kind == NODE_IF && s->path[i].child->u.cond.asks_node)
            return true;
    return false;
}

static bool is_brought(planner *p, const site *at, const access *a)
{
    const reference *ref = a->ref;
    const array_map *m = map_of(p, ref->var);
    for (int k = 0; k < m->grid->rank; k++) {
        const axis_map *axis = &m->axis[k];
        const home_axis *h = &at->at.axis[k];
        int64_t least = 0, most = 0;
        bool is_here = at->at.grid == m->grid;
        if ((axis->source == AXIS_REPLICATED && (is_here || !m->grid->of)) ||
            (axis->source == AXIS_FIXED && is_here && h->is_restricted &&
             same_cells(axis, &h->map) && axis->offset == axis_index(p, &h->map, h->index)) ||
            (axis->source == AXIS_BY_DIM && ref->var->is_shadow_whole[axis->dim] &&
             is_reflected(p, ref->var)) ||
            is_alone(axis) || (is_here && is_first_cell(p, axis, ref, h)))
            continue;
        if (!offsets_along(p, at, ref, k, &least, &most))
            return false;
        int64_t from, to;
        reach_along(at, k, &from, &to);
        if (!is_in_shadow(p, a, k, least + from) || !is_in_shadow(p, a, k, most + to))
            return false;
    }
    return true;
}

void stated_check(planner *p)
{
    for (int i = 0; i < p->accesses.count; i++) {
        const access *a = &p->accesses.data[i];
        const site *at = &p->sites.data[a->site];
        if (!map_of(p, a->ref->var) || site_is_inferred(p, at) || is_chosen(at) ||
            (need_is_local(p, at, a->ref) && !site_reaches(at)) || is_brought(p, at, a))
            continue;
        diag *d =
            diag_report(p->ctx->diags, DIAG_WARNING, "not-brought", a->ref->where,
                        "%s of '%s' may be on another processor, and nothing in the program %s it",
                        a->is_write ? "this element" : "an element", a->ref->var->name,
                        a->is_write ? "sends" : "brings");
        diag_note(d, a->ref->var->where,
                  "no communication is predicted for it; XcalableMP programs state theirs: a "
                  "shadow with 'reflect (%s)', or 'gmove'",
                  a->ref->var->name);
    }
}
