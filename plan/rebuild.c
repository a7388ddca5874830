#include "plan/planner.h"

/* The node program: communications put in place; loops with one inside are run
 * whole, by all; what a processor does not own is guarded, as far out as the
 * guard holds for everything below. */

static node *tail_of(node *list)
{
    while (list->next)
        list = list->next;
    return list;
}

static void insert_exchange(planner *p, exchange *x)
{
    communication *c = x->comm;
    c->needs = x->needs.data;
    c->need_count = x->needs.count;
    c->reason = need_reason(p, c, x);
    node *n = node_new(p->ctx, NODE_COMM, c->where);
    n->u.comm = c;
    node **at = x->list;
    while (*at != x->child)
        at = &(*at)->next;
    if (x->is_after) {
        /* After those already put there, in the order they were found. */
        at = &(*at)->next;
        while (*at && (*at)->kind == NODE_COMM && (*at)->u.comm->id < c->id)
            at = &(*at)->next;
    }
    n->next = *at;
    *at = n;
}

static void replace_stated(planner *p, node **list)
{
    for (node **at = list; *at;) {
        node *n = *at;
        switch (n->kind) {
        case NODE_REFLECT:
        case NODE_REDUCE:
        case NODE_BCAST:
        case NODE_BARRIER: {
            node *by = stated_replace(p, n);
            if (!by) {
                *at = n->next;
                continue;
            }
            node *last = tail_of(by);
            last->next = n->next;
            *at = by;
            at = &last->next;
            continue;
        }
        case NODE_LOOP:
            replace_stated(p, &n->u.loop.body);
            break;
        case NODE_WHILE:
            replace_stated(p, &n->u.whil.body);
            break;
        case NODE_IF:
            replace_stated(p, &n->u.cond.then_body);
            replace_stated(p, &n->u.cond.else_body);
            break;
        case NODE_CALL:
            replace_stated(p, &n->u.call.instance);
            break;
        case NODE_TASK:
            replace_stated(p, &n->u.task.body);
            break;
        case NODE_STATEMENT:
        case NODE_COMM:
        case NODE_RETURN:
            break;
        }
        at = &n->next;
    }
}

static bool has_comm(const node *list)
{
    for (const node *n = list; n; n = n->next) {
        if (n->kind == NODE_COMM || (n->kind == NODE_LOOP && has_comm(n->u.loop.body)) ||
            (n->kind == NODE_WHILE && has_comm(n->u.whil.body)) ||
            (n->kind == NODE_IF &&
             (has_comm(n->u.cond.then_body) || has_comm(n->u.cond.else_body))) ||
            (n->kind == NODE_CALL && has_comm(n->u.call.instance)) ||
            (n->kind == NODE_TASK && has_comm(n->u.task.body)))
            return true;
    }
    return false;
}

static void settle_splits(planner *p, node *list)
{
    for (node *n = list; n; n = n->next) {
        switch (n->kind) {
        case NODE_LOOP: {
            loop_node *l = &n->u.loop;
            settle_splits(p, l->body);
            if (l->split_on && has_comm(l->body))
                l->split_on = NULL;
            if (l->split_on)
                l->trips = expr_count(p->pool, l->split_on, l->range.lower, l->range.upper,
                                      l->range.step, l->split_c, l->split_d,
                                      expr_coord(p->pool, l->split_on->grid, l->split_on->axis));
            break;
        }
        case NODE_WHILE:
            settle_splits(p, n->u.whil.body);
            break;
        case NODE_IF:
            settle_splits(p, n->u.cond.then_body);
            settle_splits(p, n->u.cond.else_body);
            break;
        case NODE_CALL:
            settle_splits(p, n->u.call.instance);
            break;
        case NODE_TASK:
            settle_splits(p, n->u.task.body);
            break;
        case NODE_STATEMENT:
        case NODE_COMM:
        case NODE_REFLECT:
        case NODE_REDUCE:
        case NODE_BARRIER:
        case NODE_BCAST:
        case NODE_RETURN:
            break;
        }
    }
}

/* --- Guards -------------------------------------------------------------------- */

/* What split loops and tasks around a site already see to. */
static bool is_covered(planner *p, const site *s, int k)
{
    const home_axis *want = &s->at.axis[k];
    for (int i = 0; i < s->depth - 1; i++) {
        const loop_node *l = step_loop(&s->path[i]);
        if (!l || !l->split_on || l->split_on->grid != s->at.grid || l->split_on->axis != k)
            continue;
        const expr *index =
            expr_add(p->pool, expr_mul(p->pool, l->split_c, expr_loop_var(p->pool, l->range.var)),
                     l->split_d);
        if (same_cells(l->split_on, &want->map) &&
            axis_index(p, l->split_on, index) == axis_index(p, &want->map, want->index))
            return true;
    }
    return false;
}

static bool has_stated_task(const site *s)
{
    for (int i = 0; i < s->depth; i++) {
        if (s->path[i].child->kind == NODE_TASK && s->path[i].child->u.task.on.grid)
            return true;
    }
    return false;
}

static void set_guard(planner *p, const site *s)
{
    if (s->node->kind != NODE_STATEMENT)
        return;
    home *at = &s->node->u.stmt.at;
    *at = (home){0};
    if (!s->at.grid || (!s->has_own_home && has_stated_task(s)))
        return;
    for (int k = 0; k < s->at.grid->rank; k++) {
        if (!s->at.axis[k].is_restricted || is_covered(p, s, k))
            continue;
        at->grid = s->at.grid;
        at->axis[k] = s->at.axis[k];
    }
}

static home *guard_of(node *n)
{
    return n->kind == NODE_STATEMENT && n->u.stmt.at.grid ? &n->u.stmt.at
           : n->kind == NODE_TASK                         ? &n->u.task.on
                                                          : NULL;
}

static bool same_axis(const home_axis *a, const home_axis *b)
{
    return a->is_restricted && b->is_restricted && same_cells(&a->map, &b->map) &&
           a->map.stride == b->map.stride && a->map.offset == b->map.offset && a->index == b->index;
}

/* Axes on which every node of the list is guarded alike, by an index that the
 * loop itself does not move; none when there is no such axis. */
static home common_guard(node *list, const loop_var *v)
{
    home none = {0};
    const home *first = list ? guard_of(list) : NULL;
    if (!first || !first->grid)
        return none;
    home out = *first;
    bool any = false;
    for (int k = 0; k < first->grid->rank; k++) {
        bool is_common = out.axis[k].is_restricted && !expr_mentions(out.axis[k].index, v);
        for (node *n = list->next; n && is_common; n = n->next) {
            const home *other = guard_of(n);
            is_common =
                other && other->grid == first->grid && same_axis(&out.axis[k], &other->axis[k]);
        }
        out.axis[k].is_restricted = is_common;
        any |= is_common;
    }
    return any ? out : none;
}

static void strip_guard(node **list, const home *common)
{
    for (node **at = list; *at; at = &(*at)->next) {
        home *h = guard_of(*at);
        bool any = false;
        for (int k = 0; k < h->grid->rank; k++) {
            if (common->axis[k].is_restricted)
                h->axis[k].is_restricted = false;
            any |= h->axis[k].is_restricted;
        }
        if (any)
            continue;
        h->grid = NULL;
        if ((*at)->kind == NODE_TASK) {
            node *body = (*at)->u.task.body;
            tail_of(body)->next = (*at)->next;
            *at = body;
        }
    }
}

static void lift_guards(planner *p, node **list)
{
    for (node **at = list; *at; at = &(*at)->next) {
        node *n = *at;
        switch (n->kind) {
        case NODE_LOOP: {
            lift_guards(p, &n->u.loop.body);
            home common = common_guard(n->u.loop.body, n->u.loop.range.var);
            if (!common.grid)
                break;
            strip_guard(&n->u.loop.body, &common);
            node *task = node_new(p->ctx, NODE_TASK, n->where);
            task->u.task.on = common;
            task->u.task.body = n;
            task->next = n->next;
            n->next = NULL;
            *at = task;
            break;
        }
        case NODE_WHILE:
            lift_guards(p, &n->u.whil.body);
            break;
        case NODE_IF:
            lift_guards(p, &n->u.cond.then_body);
            lift_guards(p, &n->u.cond.else_body);
            break;
        case NODE_CALL:
            lift_guards(p, &n->u.call.instance);
            break;
        case NODE_TASK:
            lift_guards(p, &n->u.task.body);
            break;
        case NODE_STATEMENT:
        case NODE_COMM:
        case NODE_REFLECT:
        case NODE_REDUCE:
        case NODE_BARRIER:
        case NODE_BCAST:
        case NODE_RETURN:
            break;
        }
    }
}

void rebuild(planner *p)
{
    /* Stated communication makes more exchanges, already in the list. */
    int inferred = p->exchanges.count;
    for (int i = 0; i < inferred; i++)
        insert_exchange(p, p->exchanges.data[i]);
    replace_stated(p, &p->body);
    settle_splits(p, p->body);
    for (int i = 0; i < p->sites.count; i++)
        set_guard(p, &p->sites.data[i]);
    lift_guards(p, &p->body);
}
