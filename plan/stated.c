#include "plan/planner.h"

/* XcalableMP: the program states its communication. It is taken as stated, and
 * a reference that needs what nothing brought is a warning. */

/* --- reflect ---------------------------------------------------------------- */

static bool width_of(planner *p, const node *n, int dim, int64_t *lower, int64_t *upper)
{
    const reflect_node *r = &n->u.reflect;
    const expr *lo = r->width_lower[dim] ? r->width_lower[dim] : r->var->shadow_lower[dim];
    const expr *hi = r->width_upper[dim] ? r->width_upper[dim] : r->var->shadow_upper[dim];
    *lower = *upper = 0;
    if ((!lo || expr_is_int(lo, lower)) && (!hi || expr_is_int(hi, upper)))
        return true;
    diag_report(p->ctx->diags, DIAG_WARNING, "reflect-width", n->where,
                "the shadow width of '%s' is not a constant; this reflect is not predicted. "
                "Write the width as a number",
                r->var->name);
    return false;
}

/* The array's own cells, moved by `offset` in each dimension, as one need: the
 * element loops stay where both the cell and its neighbour exist. */
static need shadow_need(planner *p, const variable *v, const array_map *m, const int64_t *offset,
                        source_range where)
{
    loop_range *range = ARENA_ARRAY(p->arena, v->rank, loop_range);
    reference *ref = ARENA_NEW(p->arena, reference);
    need n = {.ref = ref, .range_count = v->rank, .range = range};
    ref->var = v;
    ref->where = where;
    n.at.grid = m->grid;
    for (int d = 0; d < v->rank; d++) {
        const loop_var *x = expr_new_loop_var(p->pool, (const char[]){(char)('i' + d), 0}, where);
        int64_t low = offset[d] < 0 ? -offset[d] : 0, high = offset[d] > 0 ? offset[d] : 0;
        range[d] =
            (loop_range){.var = x,
                         .lower = expr_int(p->pool, low),
                         .upper = expr_sub(p->pool, v->extent[d], expr_int(p->pool, high + 1)),
                         .step = expr_int(p->pool, 1)};
        ref->sub[d] = (subscript){SUBSCRIPT_VALUE, expr_add(p->pool, expr_loop_var(p->pool, x),
                                                            expr_int(p->pool, offset[d]))};
    }
    for (int k = 0; k < m->grid->rank; k++) {
        if (m->axis[k].source != AXIS_BY_DIM)
            continue;
        n.at.axis[k] = (home_axis){.is_restricted = true,
                                   .map = m->axis[k],
                                   .index = expr_loop_var(p->pool, range[m->axis[k].dim].var)};
    }
    return n;
}

typedef struct shadow {
    int64_t lower[MAX_RANK], upper[MAX_RANK];
} shadow;

/* All combinations of offsets in the earlier dimensions (corners) with each
 * offset of dimension `d` but 0. */
static void add_shadow_needs(planner *p, exchange *x, const node *n, const array_map *m,
                             const shadow *w, const bool *is_earlier, int d)
{
    const variable *v = n->u.reflect.var;
    int64_t offset[MAX_RANK];
    for (int i = 0; i < v->rank; i++)
        offset[i] = i == d || is_earlier[i] ? -w->lower[i] : 0;
    for (;;) {
        if (offset[d] != 0) {
            need one = shadow_need(p, v, m, offset, n->where);
            for (int k = 0; k < m->grid->rank; k++)
                one.carried[k] = m->axis[k].source == AXIS_BY_DIM && is_earlier[m->axis[k].dim];
            VEC_PUSH(p->arena, &x->needs, one);
        }
        int i = 0;
        for (; i < v->rank; i++) {
            if (i != d && !is_earlier[i])
                continue;
            if (offset[i]++ < w->upper[i])
                break;
            offset[i] = -w->lower[i];
        }
        if (i == v->rank)
            return;
    }
}

static void append_comm(planner *p, node **head, node **tail, exchange *x)
{
    communication *c = x->comm;
    c->needs = x->needs.data;
    c->need_count = x->needs.count;
    c->reason = need_reason(p, c, x);
    c->is_stated = true;
    node *n = node_new(p->ctx, NODE_COMM, c->where);
    n->u.comm = c;
    node_append(head, tail, n);
}

static node *reflect_list(planner *p, node *n)
{
    const reflect_node *r = &n->u.reflect;
    const array_map *m = map_of(p, r->var);
    node *head = NULL, *tail = NULL;
    shadow w = {{0}, {0}};
    bool is_earlier[MAX_RANK] = {false};
    if (!m)
        return NULL;
    for (int d = 0; d < r->var->rank; d++) {
        if (!width_of(p, n, d, &w.lower[d], &w.upper[d]))
            return NULL;
    }
    for (int k = 0; k < m->grid->rank; k++) {
        int d = m->axis[k].dim;
        if (m->axis[k].source != AXIS_BY_DIM || w.lower[d] + w.upper[d] == 0)
            continue;
        exchange *x = exchange_new(p, COMM_SHIFT, r->var, n->where, NULL, false);
        add_shadow_needs(p, x, n, m, &w, is_earlier, d);
        x->comm->contiguous_axis = need_contiguous_axis(p, &x->needs.data[0]);
        append_comm(p, &head, &tail, x);
        is_earlier[d] = !r->is_orthogonal;
    }
    return head;
}

/* --- reduction, bcast, barrier ------------------------------------------------- */

static const expr *element_count(planner *p, const variable *v)
{
    const expr *n = expr_int(p->pool, 1);
    for (int d = 0; v && d < v->rank; d++)
        n = expr_mul(p->pool, n, v->extent[d]);
    return n;
}

static void stated_group(planner *p, communication *c, const stated_node *s)
{
    c->group = s->on;
    if (!c->group.grid)
        c->group.grid = p->layout->linear;
    for (int k = 0; c->group.grid && k < c->group.grid->rank; k++)
        c->along[k] = !c->group.axis[k].is_restricted;
}

static node *stated_list(planner *p, node *n)
{
    const stated_node *s = &n->u.stated;
    node *head = NULL, *tail = NULL;
    if (!p->layout->linear)
        return NULL;
    comm_kind kind = n->kind == NODE_REDUCE  ? COMM_REDUCE
                     : n->kind == NODE_BCAST ? COMM_BROADCAST
                                             : COMM_BARRIER;
    int count = kind == COMM_BARRIER ? 1 : s->count;
    for (int i = 0; i < count; i++) {
        const variable *v = kind == COMM_BARRIER ? NULL : s->items[i].var;
        exchange *x = exchange_new(p, kind, v, n->where, NULL, false);
        stated_group(p, x->comm, s);
        x->comm->op = kind == COMM_REDUCE ? s->items[i].op : REDUCE_NONE;
        x->comm->elements = element_count(p, v);
        append_comm(p, &head, &tail, x);
    }
    return head;
}

node *stated_replace(planner *p, node *n)
{
    return n->kind == NODE_REFLECT ? reflect_list(p, n) : stated_list(p, n);
}

/* --- What nothing brought -------------------------------------------------------- */

/* Does a reflect of the array reach offset `by` in dimension d? */
static bool reflect_reaches(planner *p, const variable *v, int d, int64_t by)
{
    for (int i = 0; i < p->reflects.count; i++) {
        const node *n = p->reflects.data[i];
        int64_t lower = 0, upper = 0;
        if (n->u.reflect.var == v && width_of(p, n, d, &lower, &upper) && by >= -lower &&
            by <= upper)
            return true;
    }
    return false;
}

static bool is_brought(planner *p, const site *at, const reference *ref)
{
    const array_map *m = map_of(p, ref->var);
    for (int k = 0; k < m->grid->rank; k++) {
        const axis_map *axis = &m->axis[k];
        const home_axis *h = &at->at.axis[k];
        int64_t by = 0;
        if (axis->source == AXIS_REPLICATED)
            continue;
        if (axis->source != AXIS_BY_DIM || at->at.grid != m->grid || !h->is_restricted ||
            ref->sub[axis->dim].kind != SUBSCRIPT_VALUE || !same_cells(axis, &h->map) ||
            !expr_is_int(expr_sub(p->pool, axis_index(p, axis, ref->sub[axis->dim].value),
                                  axis_index(p, &h->map, h->index)),
                         &by))
            return false;
        if (by != 0 && !reflect_reaches(p, ref->var, axis->dim, by))
            return false;
    }
    return true;
}

void stated_check(planner *p)
{
    for (int i = 0; i < p->accesses.count; i++) {
        const access *a = &p->accesses.data[i];
        const site *at = &p->sites.data[a->site];
        if (!map_of(p, a->ref->var) || need_is_local(p, at, a->ref) || is_brought(p, at, a->ref))
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
