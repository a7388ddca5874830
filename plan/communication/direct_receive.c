#include "plan/communication/direct_receive.h"

#include "plan/analysis/margins.h"
#include "plan/analysis/nonlocal.h"
#include "plan/planner/owner.h"
#include "plan/planner/sites.h"

/* A gmove or a remapping that only copies: elements that are sent as a run of memory,
 * and go to one, are received where they are assigned. The nest then copies only a processor's
 * own elements: of the loop along which processors exchange, the iterations whose source it has. */

/* The nest from the communication's place down to the copy: loops and nothing else. */
typedef struct copy_nest {
    const site *at;
    const reference *from, *to;
    int first; /* step of the outermost loop */
} copy_nest;

static bool is_nest(const copy_nest *l)
{
    for (int s = l->first; s < l->at->depth - 1; s++)
        if (!step_loop(&l->at->path[s]) && l->at->path[s].child->kind != NODE_GMOVE)
            return false;
    return true;
}

/* The loop of the nest whose variable, with something that does not vary in it, is the
 * subscript; null: none. */
static loop_node *loop_of(planner *p, const copy_nest *l, const subscript *sub)
{
    const expr *c, *rest;
    if (sub->kind != SUBSCRIPT_VALUE)
        return NULL;
    for (int s = l->first; s < l->at->depth - 1; s++) {
        node *n = l->at->path[s].child;
        if (n->kind == NODE_LOOP && expr_mentions(sub->value, n->u.loop.range.var))
            return expr_affine(p->pool, sub->value, n->u.loop.range.var, &c, &rest) &&
                           c == expr_int(p->pool, 1) && !rest->uses_loop_var
                       ? &n->u.loop
                       : NULL;
    }
    return NULL;
}

/* Does each iteration copy another element, to another one, and is each row of the one a
 * row of the other? */
static bool is_one_to_one(planner *p, const copy_nest *l)
{
    int loops = 0, rank = l->from->var->rank;
    const loop_node *seen[MAX_RANK];
    if (l->to->var->rank != rank || rank > 2)
        return false;
    for (int s = l->first; s < l->at->depth - 1; s++)
        loops += step_is_loop(&l->at->path[s]);
    for (int d = 0; d < rank; d++) {
        seen[d] = loop_of(p, l, &l->from->sub[d]);
        if (!seen[d] || seen[d] != loop_of(p, l, &l->to->sub[d]) || (d > 0 && seen[d] == seen[0]))
            return false;
    }
    return loops == rank;
}

/* The axis along which all messages go, in runs of memory; null: there is none. */
static const axis_map *receive_axis(planner *p, const copy_nest *l, const communication *c)
{
    const array_map *m = map_of(p, l->from->var);
    int k = c->contiguous_axis;
    if (k < 0 || !dist_is_interval(m->axis[k].kind) || m->axis[k].stride != expr_int(p->pool, 1))
        return NULL;
    for (int other = 0; other < m->grid->rank; other++)
        if (other != k && !need_is_local_along(p, l->at, l->from, other))
            return NULL;
    return &m->axis[k];
}

/* Keeps the iterations whose element of the source the processor has. */
static void restrict_to_owned(planner *p, loop_node *l, const axis_map *axis, const reference *from)
{
    expr_pool *pool = p->pool;
    const expr *one = expr_int(pool, 1), *me = expr_coord(pool, axis->grid, axis->axis);
    const expr *cell = axis_index(p, axis, from->sub[axis->dim].value);
    const expr *base =
        expr_sub(pool, axis->lower, expr_sub(pool, cell, expr_loop_var(pool, l->range.var)));
    const expr *begin = expr_add(pool, base, cells_before(p, axis, me));
    const expr *end = expr_add(pool, base, cells_before(p, axis, expr_add(pool, me, one)));
    l->whole = arena_copy(p->arena, &l->range, sizeof l->range);
    l->range.lower = expr_max(pool, l->range.lower, begin);
    l->range.upper = expr_min(pool, l->range.upper, expr_sub(pool, end, one));
    l->trips = l->split_on ? expr_count(pool, l->split_on, l->range.lower, l->range.upper,
                                        l->range.step, l->split_c, l->split_d,
                                        expr_coord(pool, l->split_on->grid, l->split_on->axis))
                           : expr_trips(pool, l->range.lower, l->range.upper, l->range.step);
}

static void receive_directly(planner *p, exchange *x)
{
    if (!x->comm->is_assigned_on || x->is_after || x->needs.count != 1 || x->needs.data[0].is_bound)
        return;
    const copy_nest l = {x->at, x->needs.data[0].ref, x->at->node->u.stmt.write, x->step};
    if (l.from->var == l.to->var || !is_nest(&l) || !is_one_to_one(p, &l) ||
        !write_is_local(p, l.at, l.to) || l.at->node->u.stmt.at.grid)
        return;
    const axis_map *axis = receive_axis(p, &l, x->comm);
    loop_node *along = axis ? loop_of(p, &l, &l.from->sub[axis->dim]) : NULL;
    if (!along || along->range.step != expr_int(p->pool, 1))
        return;
    x->comm->into = l.to;
    restrict_to_owned(p, along, axis, l.from);
}

void direct_receives_find(planner *p)
{
    for (int i = 0; i < p->exchanges.count; i++)
        receive_directly(p, p->exchanges.data[i]);
}
