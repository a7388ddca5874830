#include "plan/passes/node_program.h"

#include "plan/analysis/margins.h"
#include "plan/analysis/why_serial.h"
#include "plan/communication/direct_receive.h"
#include "plan/passes/insert_exchanges.h"
#include "plan/planner/owner.h"
#include "plan/planner/sites.h"
#include "plan/xmp/communication.h"

/* The node program: communications put in place; loops with one inside are run
 * whole, by all; what a processor does not own is guarded, as far out as the
 * guard holds for everything below (outside an `if`, too, whose condition only
 * they can test then who have what it reads). */

static node *tail_of(node *list)
{
    while (list->next)
        list = list->next;
    return list;
}

static bool is_explicit(const node *n)
{
    return n->kind == NODE_REFLECT || n->kind == NODE_REDUCE || n->kind == NODE_BCAST ||
           n->kind == NODE_BARRIER || n->kind == NODE_COLLECTIVE || n->kind == NODE_WAIT ||
           n->kind == NODE_POST || n->kind == NODE_WAIT_POST || n->kind == NODE_PUT ||
           n->kind == NODE_GET;
}

static void replace_explicit(planner *p, node **list)
{
    const node *before = NULL;
    for (node **at = list; *at;) {
        node *n = *at;
        node **lists[2];
        for (int i = 0, count = node_lists(n, lists); i < count; i++)
            replace_explicit(p, lists[i]);
        if (!is_explicit(n)) {
            before = n;
            at = &n->next;
            continue;
        }
        node *by = xmp_comm_replace(p, n, before);
        if (!by) {
            *at = n->next;
            continue;
        }
        node *last = tail_of(by);
        last->next = n->next;
        *at = by;
        at = &last->next;
    }
}

static const communication *comm_in(node *list)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        const communication *found = n->kind == NODE_COMM ? n->u.comm : NULL;
        for (int i = node_lists(n, lists); i-- > 0 && !found;)
            found = comm_in(*lists[i]);
        if (found)
            return found;
    }
    return NULL;
}

static void check_split(planner *p, node *n)
{
    loop_node *l = &n->u.loop;
    const communication *inside = l->split_on ? comm_in(l->body) : NULL;
    if (inside) {
        l->split_on = NULL;
        serial_note(p, n, NULL, 0, SERIAL_SENDS, inside->where,
                    "what this needs is sent inside the loop, where all take part");
    }
    if (l->split_on)
        l->trips = expr_count(p->pool, l->split_on, l->range.lower, l->range.upper, l->range.step,
                              l->split_c, l->split_d,
                              expr_coord(p->pool, l->split_on->grid, l->split_on->axis));
}

static void check_splits(planner *p, node *list)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        for (int i = node_lists(n, lists); i-- > 0;)
            check_splits(p, *lists[i]);
        if (n->kind == NODE_LOOP)
            check_split(p, n);
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

static bool has_explicit_task(const site *s)
{
    for (int i = 0; i < s->depth; i++) {
        const node *n = s->path[i].child;
        if (n->kind == NODE_TASK && n->u.task.on.grid && !n->u.task.is_placement)
            return true;
    }
    return false;
}

static bool has_split_on(const site *s, const proc_grid *grid)
{
    for (int i = 0; i < s->depth - 1; i++) {
        const loop_node *l = step_loop(&s->path[i]);
        if (l && l->split_on && l->split_on->grid == grid)
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
    if (!s->at.grid || (!s->has_own_home && has_explicit_task(s)))
        return;
    for (int k = 0; k < s->at.grid->rank; k++) {
        if (!s->at.axis[k].is_restricted || is_covered(p, s, k))
            continue;
        at->grid = s->at.grid;
        at->axis[k] = s->at.axis[k];
    }
    /* A part of the processors, unless a loop over their own iterations keeps to it. */
    if (s->at.grid->of && !has_split_on(s, s->at.grid))
        at->grid = s->at.grid;
}

static bool has_communication(const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        if (n->kind == NODE_COMM)
            return true;
        for (int i = node_below(n, inner); i-- > 0;)
            if (has_communication(inner[i]))
                return true;
    }
    return false;
}

/* Must it stay the task that a directive states? It says between whom something is communicated, or
 * of whom the program asks. */
static bool is_of_crew(const node *n)
{
    return n->kind == NODE_TASK && n->u.task.on_explicit && !n->u.task.is_placement &&
           (n->u.task.queries_rank || has_communication(n->u.task.body));
}

static home *guard_of(node *n)
{
    if (is_of_crew(n))
        return NULL;
    return n->kind == NODE_STATEMENT && n->u.stmt.at.grid ? &n->u.stmt.at
           : n->kind == NODE_TASK                         ? &n->u.task.on
                                                          : NULL;
}

static bool same_axis(planner *p, const home_axis *a, const home_axis *b)
{
    return a->is_restricted && b->is_restricted && a->last == b->last && a->step == b->step &&
           same_cells(&a->map, &b->map) &&
           axis_index(p, &a->map, a->index) == axis_index(p, &b->map, b->index);
}

static void keep_common(planner *p, home *common, const home *other)
{
    for (int k = 0; k < common->grid->rank; k++)
        if (!same_axis(p, &common->axis[k], &other->axis[k]))
            common->axis[k].is_restricted = false;
}

/* What guards everything below a loop or an `if` alike, by indices that the loop
 * itself does not move; grid null: nothing does. */
static home common_guard(planner *p, node *n)
{
    node **lists[2];
    home common = {0};
    for (int i = 0, count = node_lists(n, lists); i < count; i++)
        for (node *below = *lists[i]; below; below = below->next) {
            const home *guard = guard_of(below);
            if (below->kind == NODE_RETURN)
                continue; /* for whoever comes there */
            if (!common.grid && guard && guard->grid)
                common = *guard;
            else if (!guard || guard->grid != common.grid)
                return (home){0};
            else
                keep_common(p, &common, guard);
        }
    for (int k = 0; common.grid && k < common.grid->rank; k++)
        if (n->kind == NODE_LOOP && common.axis[k].is_restricted &&
            expr_mentions(common.axis[k].index, n->u.loop.range.var))
            common.axis[k].is_restricted = false;
    return home_is_restricted(&common) ? common : (home){0};
}

static void strip_guard(node **list, const home *common)
{
    for (node **at = list; *at;) {
        node *n = *at;
        home *h = guard_of(n);
        bool any = false;
        if (n->kind == NODE_RETURN) {
            at = &n->next;
            continue;
        }
        for (int k = 0; k < h->grid->rank; k++) {
            if (common->axis[k].is_restricted)
                h->axis[k].is_restricted = false;
            any |= h->axis[k].is_restricted;
        }
        if (!any)
            h->grid = NULL;
        if (any || n->kind != NODE_TASK) {
            at = &n->next;
        } else if (!n->u.task.body) {
            *at = n->next;
        } else { /* what stands in it has no guard of its own */
            node *last = tail_of(n->u.task.body);
            last->next = n->next;
            *at = n->u.task.body;
            at = &last->next;
        }
    }
}

/* Whoever asks a condition must jump by it: it gets no guard but those of who does. */
static void keep_who_asks(planner *p, const node *n, home *common)
{
    const site *s = p->sites.data, *end = s + p->sites.count;
    while (s != end && s->node != n)
        s++;
    const bool is_of_grid = s != end && s->at.grid == common->grid;
    for (int k = 0; is_of_grid && common->grid && k < common->grid->rank; k++)
        if (!same_axis(p, &s->at.axis[k], &common->axis[k]))
            common->axis[k].is_restricted = false;
    if (!is_of_grid || !home_is_restricted(common))
        *common = (home){0};
}

/* Puts the guard that all below a loop or an `if` share around it. */
static node *lift_guard(planner *p, node *n)
{
    home common = common_guard(p, n);
    if (n->kind == NODE_IF && n->u.cond.leaves)
        keep_who_asks(p, n, &common);
    if (!common.grid)
        return n;
    node **lists[2];
    for (int i = node_lists(n, lists); i-- > 0;)
        strip_guard(lists[i], &common);
    node *task = node_new_made(p->ctx, NODE_TASK, n->where);
    task->u.task.on = common;
    task->u.task.body = n;
    task->next = n->next;
    n->next = NULL;
    return task;
}

static void lift_guards(planner *p, node **list)
{
    for (node **at = list; *at; at = &(*at)->next) {
        node **lists[2];
        for (int i = node_lists(*at, lists); i-- > 0;)
            lift_guards(p, lists[i]);
        if ((*at)->kind == NODE_LOOP || (*at)->kind == NODE_IF)
            *at = lift_guard(p, *at);
    }
}

/* What a gmove holds has been planned; the word itself does nothing. */
static void dissolve_moves(node **list)
{
    for (node **at = list; *at;) {
        node **lists[2];
        for (int i = node_lists(*at, lists); i-- > 0;)
            dissolve_moves(lists[i]);
        if ((*at)->kind != NODE_GMOVE) {
            at = &(*at)->next;
            continue;
        }
        node *body = (*at)->u.move.body, *rest = (*at)->next;
        if (body) {
            tail_of(body)->next = rest;
            *at = body;
        } else {
            *at = rest;
        }
    }
}

void node_program_build(planner *p, bool copies_all)
{
    /* Stated communication makes more exchanges, already in the list. */
    exchanges_insert(p, p->exchanges.count);
    replace_explicit(p, &p->body);
    check_splits(p, p->body);
    for (int i = 0; i < p->sites.count; i++)
        set_guard(p, &p->sites.data[i]);
    if (!copies_all)
        direct_receives_find(p);
    dissolve_moves(&p->body);
    lift_guards(p, &p->body);
    margins_solve(p, p->body);
}
