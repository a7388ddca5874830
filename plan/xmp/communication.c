#include "plan/xmp/communication.h"

#include "plan/communication/placement.h"
#include "plan/communication/provenance.h"
#include "plan/planner/owner.h"
#include "plan/xmp/async.h"
#include "plan/xmp/collective.h"
#include "plan/xmp/reflect.h"

/* XcalableMP: communication is explicit in the program. It is taken as written, and
 * a reference that needs what no communication covers is a warning (xmp/check_coverage.c). */

void xmp_comm_append(planner *p, node **head, node **tail, exchange *x)
{
    communication *c = x->comm;
    c->needs = x->needs.data;
    c->need_count = x->needs.count;
    c->reason = need_reason(p, c, x);
    c->is_explicit = true;
    node *n = node_new_made(p->ctx, NODE_COMM, c->where);
    n->u.comm = c;
    node_append(head, tail, n);
}

/* --- reduction, bcast, barrier, wait_async ------------------------------------------------- */

/* What a processor has of the variable: of dimensions that are divided, its part. */
static const expr *element_count(planner *p, const variable *v)
{
    const expr *n = expr_int(p->pool, 1), *one = n, *zero = expr_int(p->pool, 0);
    const array_map *m = v ? map_of(p, v) : NULL;
    for (int d = 0; v && d < v->rank; d++) {
        const expr *count = v->extent[d];
        for (int k = 0; m && k < m->grid->rank; k++)
            if (m->axis[k].source == AXIS_BY_DIM && m->axis[k].dim == d)
                count = expr_count(p->pool, &m->axis[k], zero, expr_sub(p->pool, count, one), one,
                                   one, zero, expr_coord(p->pool, m->grid, k));
        n = expr_mul(p->pool, n, count);
    }
    return n;
}

static void xmp_comm_group(planner *p, communication *c, const xmp_comm_node *s)
{
    if (s->on)
        c->group = *s->on;
    else
        c->group.grid = p->layout->linear;
    for (int k = 0; c->group.grid && k < c->group.grid->rank; k++)
        c->along[k] = !s->on || s->along[k];
}

static bool has_split_loop(const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        if (n->kind == NODE_LOOP && n->u.loop.split_on)
            return true;
        for (int i = node_below(n, lists); i-- > 0;)
            if (has_split_loop(lists[i]))
                return true;
    }
    return false;
}

/* Does each processor execute iterations of the loop that come before all of those with higher
 * ranks? */
static bool follows_ranks(planner *p, const node *n)
{
    const loop_node *l = n && n->kind == NODE_LOOP ? &n->u.loop : NULL;
    int64_t scale;
    return l && l->split_on && l->split_on->kind != DIST_CYCLIC && l->direction == LOOP_UP &&
           expr_is_int(expr_mul(p->pool, l->split_on->stride, l->split_c), &scale) && scale > 0 &&
           !l->reach.lower && !l->reach.upper && !has_split_loop(l->body);
}

static node *xmp_comm_list(planner *p, node *n, const node *before)
{
    const xmp_comm_node *s = &n->u.xmp_comm;
    node *head = NULL, *tail = NULL;
    if (!p->layout->linear)
        return NULL;
    comm_kind kind = n->kind == NODE_REDUCE  ? COMM_REDUCE
                     : n->kind == NODE_BCAST ? COMM_BROADCAST
                     : n->kind == NODE_WAIT  ? COMM_WAIT
                                             : COMM_BARRIER;
    bool is_of_values = kind == COMM_REDUCE || kind == COMM_BROADCAST;
    int count = is_of_values ? s->count : 1;
    for (int i = 0; i < count; i++) {
        const variable *v = is_of_values ? s->items[i].var : NULL;
        exchange *x = exchange_new(p, kind, v, n->where, NULL, false);
        xmp_comm_group(p, x->comm, s);
        x->comm->op = kind == COMM_REDUCE ? s->items[i].op : REDUCE_NONE;
        if (v) {
            x->comm->elem_bytes += s->items[i].location_bytes;
            x->comm->location_count = s->items[i].location_count;
            x->comm->locations = s->items[i].locations;
            x->comm->location_parts = s->items[i].location_parts;
            x->comm->takes_last = s->items[i].takes_last;
        }
        if (s->from)
            x->comm->from = *s->from;
        bool is_part = v && s->items[i].elements;
        x->comm->elements = is_part ? s->items[i].elements : element_count(p, v);
        x->comm->first = is_part ? s->items[i].first : NULL;
        x->comm->is_of_loop = s->is_of_loop;
        x->comm->follows_ranks = s->is_of_loop && follows_ranks(p, before);
        x->comm->async = s->async;
        x->comm->is_called = s->is_called;
        xmp_comm_append(p, &head, &tail, x);
        const char *reason = async_reason(p, n);
        if (reason)
            x->comm->reason = reason;
    }
    return head;
}

/* Where no processor is named the other side is any. */
static node *post_list(planner *p, node *n)
{
    const xmp_comm_node *s = &n->u.xmp_comm;
    node *head = NULL, *tail = NULL;
    exchange *x = exchange_new(p, n->kind == NODE_POST ? COMM_POST : COMM_WAIT_POST, NULL, n->where,
                               NULL, false);
    if (s->on)
        x->comm->group = *s->on;
    x->comm->tag = s->tag;
    x->comm->is_called = s->is_called;
    xmp_comm_append(p, &head, &tail, x);
    return head;
}

/* Of each that executes it; the other side takes no part. */
static node *one_sided_list(planner *p, node *n)
{
    const xmp_comm_node *s = &n->u.xmp_comm;
    node *head = NULL, *tail = NULL;
    exchange *x = exchange_new(p, n->kind == NODE_PUT ? COMM_PUT : COMM_GET, s->items->var,
                               n->where, NULL, false);
    x->comm->elements = s->items->elements;
    x->comm->image = s->image;
    x->comm->group.grid = s->grid;
    x->comm->is_packed = s->is_packed;
    xmp_comm_append(p, &head, &tail, x);
    return head;
}

node *xmp_comm_replace(planner *p, node *n, const node *before)
{
    if (n->kind == NODE_POST || n->kind == NODE_WAIT_POST)
        return post_list(p, n);
    if (n->kind == NODE_COLLECTIVE)
        return collective_replace(p, n);
    if (n->kind == NODE_PUT || n->kind == NODE_GET)
        return one_sided_list(p, n);
    return n->kind == NODE_REFLECT ? reflect_list(p, n) : xmp_comm_list(p, n, before);
}
