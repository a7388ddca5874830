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

/* The outermost step whose loop only accumulates into v, or -1. */
static int combining_step(planner *p, const site *at, const variable *v, reduce_op op)
{
    for (int step = 0; step < at->depth; step++) {
        const loop_node *l = step_loop(&at->path[step]);
        if (l && only_accumulates(p, at, step, v, op))
            return step;
    }
    return -1;
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
        if (l && expr_mentions(axis->index, l->range.var))
            return false;
    }
    return true;
}

static void infer(planner *p, const scalar_access *a)
{
    const site *at = &p->sites.data[a->site];
    if (!at->at.grid || (p->program->spelling == DIALECT_XMP && !clause_names(at, a->var)))
        return;
    int step = combining_step(p, at, a->var, a->reduce);
    if (step < 0 || is_combined_there(p, &at->path[step], a->var))
        return;
    bool along[MAX_RANK] = {false}, is_partial = false;
    for (int k = 0; k < at->at.grid->rank; k++) {
        along[k] = is_partial_along(at, step, k);
        is_partial |= along[k];
    }
    if (!is_partial)
        return;
    exchange *x = exchange_new(p, COMM_REDUCE, a->var, at->node->where, &at->path[step], true);
    x->comm->op = a->reduce;
    x->comm->elements = expr_int(p->pool, 1);
    x->comm->is_stated = clause_names(at, a->var);
    x->comm->group.grid = at->at.grid;
    memcpy(x->comm->along, along, sizeof along);
}

void reductions_infer(planner *p)
{
    for (int i = 0; i < p->scalars.count; i++) {
        if (p->scalars.data[i].is_write && p->scalars.data[i].reduce)
            infer(p, &p->scalars.data[i]);
    }
}
