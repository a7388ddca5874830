#include <string.h>

#include "plan/planner.h"

/* Accumulations in split loops: each processor has a partial result; they are
 * combined once, after the outermost loop in which nothing else looks at it. */

static bool is_below(const site *s, int step, const node *child)
{
    return s->depth > step && s->path[step].child == child;
}

/* Do all accesses to v under that step only accumulate with one operation? */
static bool only_accumulates(planner *p, const site *at, int step, const variable *v, reduce_op op)
{
    for (int i = 0; i < p->scalars.count; i++) {
        const scalar_access *a = &p->scalars.data[i];
        if (a->var == v && is_below(&p->sites.data[a->site], step, at->path[step].child) &&
            a->reduce != op)
            return false;
    }
    return true;
}

static bool is_combined_there(planner *p, const path_step *place, const variable *v)
{
    for (int i = 0; i < p->exchanges.count; i++) {
        const exchange *x = p->exchanges.data[i];
        if (x->comm->kind == COMM_REDUCE && x->comm->var == v && x->list == place->list &&
            x->child == place->child)
            return true;
    }
    return false;
}

static bool clause_names(const site *at, const variable *v)
{
    for (int i = 0; i < at->depth; i++) {
        const loop_node *l = step_loop(&at->path[i]);
        for (int k = 0; l && k < l->reduction_count; k++) {
            if (l->reductions[k].var == v)
                return true;
        }
    }
    return false;
}

/* Is the axis divided by a loop inside `step`, or fixed whatever the loops do?
 * (Divided by a loop further out, the scalar belongs to that loop's iteration.) */
static bool is_partial_along(const site *at, int step, int k)
{
    const home_axis *axis = &at->at.axis[k];
    if (!axis->is_restricted)
        return false;
    for (int i = 0; i < step; i++) {
        const loop_node *l = step_loop(&at->path[i]);
        if (l && l->split_on && expr_mentions(axis->index, l->range.var))
            return false;
    }
    return true;
}

/* The axes along which a site under `step` leaves partial results; false: none. */
static bool partial_axes(const site *at, int step, bool *along)
{
    bool any = false;
    for (int k = 0; at->at.grid && k < at->at.grid->rank; k++) {
        along[k] = is_partial_along(at, step, k);
        any |= along[k];
    }
    return any;
}

/* Does every accumulation under `step` leave its parts on the same axes? One
 * that all processors make in full must not be combined with those. */
static bool all_partial_alike(planner *p, const site *at, int step, const variable *v,
                              const bool *along)
{
    for (int i = 0; i < p->scalars.count; i++) {
        const scalar_access *a = &p->scalars.data[i];
        const site *s = &p->sites.data[a->site];
        bool other[MAX_RANK] = {false};
        if (a->var != v || !a->is_write || !is_below(s, step, at->path[step].child))
            continue;
        if (!partial_axes(s, step, other) || s->at.grid != at->at.grid ||
            memcmp(along, other, sizeof other) != 0)
            return false;
    }
    return true;
}

/* What an extreme value takes with it: scalars that the same branch assigns, as in
 * if (a[i] > best) { best = a[i]; at = i; } (Fortran's maxloc). */
static int location_bytes(planner *p, const site *at, reduce_op op)
{
    int bytes = 0;
    if ((op != REDUCE_MAX && op != REDUCE_MIN) || at->depth < 2 ||
        at->path[at->depth - 2].child->kind != NODE_IF)
        return 0;
    for (int i = 0; i < p->scalars.count; i++) {
        const scalar_access *a = &p->scalars.data[i];
        const site *s = &p->sites.data[a->site];
        if (a->is_write && !a->reduce && s->depth == at->depth &&
            s->path[s->depth - 1].list == at->path[at->depth - 1].list)
            bytes += a->var->elem_bytes;
    }
    return bytes;
}

static void infer(planner *p, const scalar_access *a)
{
    const site *at = &p->sites.data[a->site];
    if (!site_is_inferred(p, at) && !clause_names(at, a->var))
        return;
    for (int step = 0; step < at->depth; step++) {
        bool along[MAX_RANK] = {false};
        if (!step_loop(&at->path[step]) || !only_accumulates(p, at, step, a->var, a->reduce) ||
            !partial_axes(at, step, along) || !all_partial_alike(p, at, step, a->var, along))
            continue;
        if (is_combined_there(p, &at->path[step], a->var))
            return;
        exchange *x = exchange_new(p, COMM_REDUCE, a->var, at->node->where, &at->path[step], true);
        x->comm->op = a->reduce;
        x->comm->elements = expr_int(p->pool, 1);
        if (!clause_names(at, a->var))
            x->comm->elem_bytes += location_bytes(p, at, a->reduce);
        x->comm->is_stated = clause_names(at, a->var);
        x->comm->intrinsic = site_intrinsic(at);
        x->comm->group.grid = at->at.grid;
        memcpy(x->comm->along, along, sizeof along);
        return;
    }
}

void reductions_infer(planner *p)
{
    for (int i = 0; i < p->scalars.count; i++) {
        if (p->scalars.data[i].is_write && p->scalars.data[i].reduce)
            infer(p, &p->scalars.data[i]);
    }
}
