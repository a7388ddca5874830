#include "plan/xmp/reflect.h"

#include "plan/analysis/nonlocal.h"
#include "plan/communication/placement.h"
#include "plan/planner/owner.h"
#include "plan/xmp/communication.h"

/* A reflect fetches the shadow of an array: one dimension after the other, so that corners
 * travel, or all at once. */

reflect_widths reflect_widths_of(planner *p, const reflect_node *r)
{
    reflect_widths w = {{NULL}, {NULL}};
    const expr *none = expr_int(p->pool, 0);
    for (int d = 0; d < r->var->rank; d++) {
        const expr *lower = r->width_lower[d] ? r->width_lower[d] : r->var->shadow_lower[d];
        const expr *upper = r->width_upper[d] ? r->width_upper[d] : r->var->shadow_upper[d];
        w.lower[d] = lower ? lower : none;
        w.upper[d] = upper ? upper : none;
    }
    return w;
}

/* What a need fetches in one dimension: the cells `from` to `to` away from the
 * processor's own, or, to the processor at one end, those at the other end. */
typedef enum reached_side { SIDE_NEAR, SIDE_BELOW_FIRST, SIDE_ABOVE_LAST } reached_side;

typedef struct reached {
    reached_side side;
    const expr *from, *to; /* SIDE_NEAR */
    const expr *width;     /* the others */
} reached;

typedef VEC(reached) reached_list;

/* So many offsets are needs of their own; more are a loop. */
enum { OFFSETS_MOST = 8 };

static void add_offsets(planner *p, reached_list *list, const expr *from, const expr *to)
{
    int64_t first = 0, last = 0;
    if (!expr_is_int(from, &first) || !expr_is_int(to, &last) || last - first >= OFFSETS_MOST) {
        VEC_PUSH(p->arena, list, ((reached){.from = from, .to = to}));
        return;
    }
    for (; first <= last; first++) {
        const expr *one = expr_int(p->pool, first);
        VEC_PUSH(p->arena, list, ((reached){.from = one, .to = one}));
    }
}

static void add_wrapped(planner *p, reached_list *list, reached_side side, const expr *width)
{
    if (width != expr_int(p->pool, 0))
        VEC_PUSH(p->arena, list, ((reached){.side = side, .width = width}));
}

typedef VEC(loop_range) range_list;

/* One dimension of a need: adds its loops, and returns the index of the processor's
 * own that it is for. The loops stay where both the cell and its neighbour exist, as
 * far as that is known. */
static const expr *add_dimension(planner *p, const variable *v, int d, const reached *by,
                                 source_range where, subscript *sub, range_list *ranges)
{
    expr_pool *pool = p->pool;
    const expr *zero = expr_int(pool, 0), *one = expr_int(pool, 1);
    const expr *last = expr_sub(pool, v->extent[d], one), *offset = by->from;
    const loop_var *own = expr_new_loop_var(pool, (const char[]){(char)('i' + d), 0}, where);
    const expr *cell = expr_loop_var(pool, own);
    loop_range cells = {own, zero, last, one};
    sub->kind = SUBSCRIPT_VALUE;
    if (by->side != SIDE_NEAR) {
        bool is_below = by->side == SIDE_BELOW_FIRST;
        cells.upper = expr_sub(pool, by->width, one);
        VEC_PUSH(p->arena, ranges, cells);
        sub->value =
            is_below ? expr_add(pool, expr_sub(pool, v->extent[d], by->width), cell) : cell;
        return is_below ? zero : last;
    }
    int64_t fixed = 0;
    if (by->to != by->from || !expr_is_int(offset, &fixed)) {
        const loop_var *far = expr_new_loop_var(pool, (const char[]){(char)('a' + d), 0}, where);
        VEC_PUSH(p->arena, ranges, ((loop_range){far, by->from, by->to, one}));
        offset = expr_loop_var(pool, far);
    } else if (fixed < 0) {
        cells.lower = expr_int(pool, -fixed);
    } else {
        cells.upper = expr_sub(pool, last, offset);
    }
    VEC_PUSH(p->arena, ranges, cells);
    sub->value = expr_add(pool, cell, offset);
    return cell;
}

/* What is reached by one of `by` in each dimension, as one need. */
static need shadow_need(planner *p, const variable *v, const array_map *m, const reached *by,
                        source_range where)
{
    range_list ranges = {0};
    const expr *own[MAX_RANK];
    reference *ref = ARENA_NEW(p->arena, reference);
    need n = {.ref = ref};
    ref->var = v;
    ref->where = where;
    n.at.grid = m->grid;
    for (int d = 0; d < v->rank; d++)
        own[d] = add_dimension(p, v, d, &by[d], where, &ref->sub[d], &ranges);
    for (int k = 0; k < m->grid->rank; k++)
        if (m->axis[k].source == AXIS_BY_DIM)
            n.at.axis[k] =
                (home_axis){.is_restricted = true, .map = m->axis[k], .index = own[m->axis[k].dim]};
    n.range = ranges.data;
    n.range_count = ranges.count;
    return n;
}

/* Do corners go between those who have them, all in one exchange? What is only started
 * cannot wait for what it would pass on, nor what is added up: parts of a corner's sum
 * belong to its owner. */
static bool goes_direct(const reflect_node *r)
{
    return !r->is_orthogonal && (r->async || r->is_reverse);
}

/* All combinations of what earlier dimensions have reached (corners) with each side of
 * dimension `d`. */
static void add_shadow_needs(planner *p, exchange *x, const node *n, const array_map *m,
                             const reflect_widths *w, const bool *is_earlier, int d)
{
    const reflect_node *r = &n->u.reflect;
    const variable *v = r->var;
    const expr *zero = expr_int(p->pool, 0), *one = expr_int(p->pool, 1);
    reached_list choice[MAX_RANK] = {{0}};
    int at[MAX_RANK] = {0};
    for (int i = 0; i < v->rank; i++) {
        bool is_reached = i == d || is_earlier[i];
        const expr *low = is_reached ? expr_sub(p->pool, zero, w->lower[i]) : zero;
        const expr *high = is_reached ? w->upper[i] : zero;
        if (i != d && r->is_periodic[i] && is_reached)
            VEC_PUSH(p->arena, &choice[i], ((reached){.from = low, .to = high}));
        else
            add_offsets(p, &choice[i], low, i == d ? expr_int(p->pool, -1) : high);
        if (i == d)
            add_offsets(p, &choice[i], one, high);
        if (is_reached && r->is_periodic[i]) {
            add_wrapped(p, &choice[i], SIDE_BELOW_FIRST, w->lower[i]);
            add_wrapped(p, &choice[i], SIDE_ABOVE_LAST, w->upper[i]);
        }
    }
    for (;;) {
        reached by[MAX_RANK];
        for (int i = 0; i < v->rank; i++)
            by[i] = choice[i].data[at[i]];
        need next = shadow_need(p, v, m, by, n->where);
        for (int k = 0; k < m->grid->rank; k++)
            next.carried[k] = !goes_direct(&n->u.reflect) && m->axis[k].source == AXIS_BY_DIM &&
                              is_earlier[m->axis[k].dim];
        VEC_PUSH(p->arena, &x->needs, next);
        int i = 0;
        while (i < v->rank && ++at[i] == choice[i].count)
            at[i++] = 0;
        if (i == v->rank)
            return;
    }
}

/* Dimensions whose shadow a reflect does not fetch, but sends along as it is: so several reflects,
 * of one dimension each, fetch the corners between them. `w` gets their widths. */
static void find_handed_on(planner *p, const reflect_node *r, const array_map *m, reflect_widths *w,
                           bool *is_earlier)
{
    const variable *v = r->var;
    const expr *zero = expr_int(p->pool, 0);
    for (int k = 0; k < m->grid->rank && !r->is_orthogonal && !r->is_reverse; k++) {
        int d = m->axis[k].dim;
        if (m->axis[k].source != AXIS_BY_DIM || v->is_shadow_whole[d] || w->lower[d] != zero ||
            w->upper[d] != zero)
            continue;
        w->lower[d] = v->shadow_lower[d] ? v->shadow_lower[d] : zero;
        w->upper[d] = v->shadow_upper[d] ? v->shadow_upper[d] : zero;
        is_earlier[d] = w->lower[d] != zero || w->upper[d] != zero;
    }
}

/* Does any reflect of the array go round? */
static bool goes_round(const planner *p, const variable *v)
{
    for (int i = 0; i < p->periodic.count; i++)
        if (p->periodic.data[i]->var == v)
            return true;
    return false;
}

/* One more dimension of the exchange. */
static void add_to_ring(planner *p, exchange *x, const reflect_node *r, const reflect_widths *w,
                        const bool *is_earlier, int d)
{
    const shadow_ring *before = x->comm->ring;
    shadow_ring *ring = ARENA_NEW(p->arena, shadow_ring);
    if (!goes_round(p, r->var))
        return;
    if (before)
        *ring = *before;
    for (int i = 0; i < r->var->rank; i++) {
        ring->is_earlier[i] = before ? before->is_earlier[i] : is_earlier[i];
        ring->is_round[i] = r->is_periodic[i];
        ring->below[i] = w->lower[i];
        ring->above[i] = w->upper[i];
    }
    ring->dim[ring->count++] = d;
    ring->is_orthogonal = r->is_orthogonal;
    ring->is_reverse = r->is_reverse;
    x->comm->ring = ring;
}

/* Every processor along axis `free` gets all of the dimension that it divides; and of those
 * dimensions that every processor has had all of before, all. */
static need whole_need(planner *p, const reflect_node *r, const array_map *m, int free,
                       const bool *is_whole, source_range where)
{
    const variable *v = r->var;
    reached by[MAX_RANK];
    const expr *zero = expr_int(p->pool, 0);
    for (int d = 0; d < v->rank; d++) {
        by[d] = (reached){.from = zero, .to = zero};
        if (d == m->axis[free].dim || is_whole[d])
            by[d] = (reached){.side = SIDE_ABOVE_LAST, .width = v->extent[d]};
    }
    need n = shadow_need(p, v, m, by, where);
    n.at.axis[free].is_restricted = false;
    for (int k = 0; k < m->grid->rank; k++)
        if (m->axis[k].source == AXIS_BY_DIM && is_whole[m->axis[k].dim]) {
            n.at.axis[k].is_restricted = false;
            n.carried[k] = !r->async; /* what is only started cannot be passed on */
        }
    return n;
}

node *reflect_list(planner *p, node *n)
{
    const reflect_node *r = &n->u.reflect;
    const array_map *m = map_of(p, r->var);
    node *head = NULL, *tail = NULL;
    reflect_widths w = reflect_widths_of(p, r);
    const expr *zero = expr_int(p->pool, 0);
    bool is_earlier[MAX_RANK] = {false}, is_whole[MAX_RANK] = {false};
    if (m)
        find_handed_on(p, r, m, &w, is_earlier);
    comm_kind kind = r->is_reverse ? COMM_WRITE_BACK : COMM_SHIFT;
    exchange *direct = NULL;
    for (int k = 0; m && k < m->grid->rank; k++) {
        int d = m->axis[k].dim;
        if (m->axis[k].source != AXIS_BY_DIM)
            continue;
        if (r->var->is_shadow_whole[d] && !r->width_lower[d]) {
            exchange *x = exchange_new(p, r->is_reverse ? kind : COMM_ALLGATHER, r->var, n->where,
                                       NULL, false);
            need all = whole_need(p, r, m, k, is_whole, n->where);
            is_whole[d] = !r->is_orthogonal && !r->is_reverse;
            VEC_PUSH(p->arena, &x->needs, all);
            x->comm->contiguous_axis = need_contiguous_axis(p, &all);
            x->comm->async = r->async;
            xmp_comm_append(p, &head, &tail, x);
            continue;
        }
        if (is_earlier[d] || (w.lower[d] == zero && w.upper[d] == zero))
            continue;
        exchange *x = direct ? direct : exchange_new(p, kind, r->var, n->where, NULL, false);
        add_shadow_needs(p, x, n, m, &w, is_earlier, d);
        if (x != direct)
            x->comm->contiguous_axis = need_contiguous_axis(p, &x->needs.data[0]);
        add_to_ring(p, x, r, &w, is_earlier, d);
        x->comm->reach[k] = expr_max(p->pool, w.lower[d], w.upper[d]);
        x->comm->async = r->async;
        is_earlier[d] = !r->is_orthogonal;
        if (goes_direct(r))
            direct = x;
        else
            xmp_comm_append(p, &head, &tail, x);
    }
    if (direct)
        xmp_comm_append(p, &head, &tail, direct);
    return head;
}
