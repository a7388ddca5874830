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

static bool is_brought(planner *p, const site *at, const access *a)
{
    const reference *ref = a->ref;
    const array_map *m = map_of(p, ref->var);
    for (int k = 0; k < m->grid->rank; k++) {
        const axis_map *axis = &m->axis[k];
        const home_axis *h = &at->at.axis[k];
        int64_t by = 0;
        bool is_here = at->at.grid == m->grid;
        if ((axis->source == AXIS_REPLICATED && (is_here || !m->grid->of)) ||
            (axis->source == AXIS_FIXED && is_here && h->is_restricted &&
             same_cells(axis, &h->map) && axis->offset == axis_index(p, &h->map, h->index)) ||
            (axis->source == AXIS_BY_DIM && ref->var->is_shadow_whole[axis->dim] &&
             is_reflected(p, ref->var)))
            continue;
        if (!need_offset_along(p, at, ref, k, &by))
            return false;
        int64_t from, to;
        reach_along(at, k, &from, &to);
        if (!is_in_shadow(p, a, k, by + from) || !is_in_shadow(p, a, k, by + to))
            return false;
    }
    return true;
}

void stated_check(planner *p)
{
    for (int i = 0; i < p->accesses.count; i++) {
        const access *a = &p->accesses.data[i];
        const site *at = &p->sites.data[a->site];
        if (!map_of(p, a->ref->var) || site_is_inferred(p, at) ||
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
