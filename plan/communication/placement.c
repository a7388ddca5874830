#include "plan/communication/placement.h"

#include "plan/analysis/accumulation.h"
#include "plan/analysis/guard_ranges.h"
#include "plan/analysis/nonlocal.h"
#include "plan/analysis/private.h"
#include "plan/analysis/runtime_index.h"
#include "plan/communication/blocks.h"
#include "plan/communication/end_apart.h"
#include "plan/communication/exchange_index.h"
#include "plan/loop/dependence.h"
#include "plan/loop/pipeline.h"
#include "plan/planner/owner.h"
#include "plan/planner/sites.h"

/* Needs become communications: placed as early as dependence allows, joined
 * with one of the same array that already stands there or earlier with no
 * overlapping write between, and dropped when that fetches the same elements.
 * What joins may be of several kinds; it is called by the one that says most
 * (comm_weight), and a machine's algorithm for that kind moves all of it. It
 * stands at the first reference, which waits for it; communication/provenance.c has the others. */

exchange *exchange_new(planner *p, comm_kind kind, const variable *var, source_range where,
                       const path_step *place, bool is_after)
{
    exchange *x = ARENA_NEW(p->arena, exchange);
    communication *c = ARENA_NEW(p->arena, communication);
    const array_map *m = map_of(p, var);
    c->kind = kind;
    c->id = p->comm_count++;
    c->var = var;
    c->elem_bytes = var ? var->elem_bytes : 0;
    c->where = where;
    c->contiguous_axis = -1;
    if (m)
        c->source = *m;
    x->comm = c;
    if (place) {
        x->list = place->list;
        x->child = place->child;
        x->index = place->index;
    }
    x->is_after = is_after;
    VEC_PUSH(p->arena, &p->exchanges, x);
    if (place && var && !is_after)
        exchange_index_add(p, x);
    return x;
}

/* What is read may be fetched more often than it is; what is written is sent back as often as that.
 */
static need need_of(planner *p, const site *at, const reference *ref, int step,
                    guard_blocks *blocks, bool is_read)
{
    VEC(loop_range) ranges = {0};
    bool is_left_out = false;
    int task = 0;
    const tile *t = pipeline_tile(p, at, &task);
    /* Before a tiled nest its tiles are one, and the loops over them none. */
    bool is_before_tiles = t && step < task;
    int outer = is_before_tiles ? tile_outer_step(t, at) : task;
    for (int s = step; s < at->depth; s++) {
        const loop_node *l = step_loop(&at->path[s]);
        if (!l || (s >= outer && s < task))
            continue;
        if (is_read && !range_tells(at, ref, s) && range_is_set_below(p, at, step, &l->range))
            is_left_out = true; /* it may have no iteration */
        else
            VEC_PUSH(p->arena, &ranges, is_before_tiles && l->whole ? *l->whole : l->range);
    }
    bool is_bound = !guard_narrow(p, at, ref, step, ranges.data, ranges.count, blocks);
    return (need){.ref = ref,
                  .at = at->at,
                  .range_count = ranges.count,
                  .range = ranges.data,
                  .is_bound = is_bound || is_left_out};
}

/* Do two needs touch the same elements from the same iterations? */
static bool same_need(const need *a, const need *b)
{
    for (int d = 0; d < a->ref->var->rank; d++) {
        if (a->ref->sub[d].kind != b->ref->sub[d].kind ||
            a->ref->sub[d].value != b->ref->sub[d].value)
            return false;
    }
    if (a->range_count != b->range_count || a->is_bound != b->is_bound ||
        !home_equal(&a->at, &b->at))
        return false;
    for (int i = 0; i < a->range_count; i++) {
        if (a->range[i].var != b->range[i].var || a->range[i].lower != b->range[i].lower ||
            a->range[i].upper != b->range[i].upper || a->range[i].step != b->range[i].step)
            return false;
    }
    return true;
}

static int same_as(const exchange *x, const need *n)
{
    int i = 0;
    while (i < x->needs.count && !same_need(&x->needs.data[i], n))
        i++;
    return i;
}

static void add_need(planner *p, exchange *x, const need *n, comm_kind kind)
{
    const served s = {n->ref, kind, same_as(x, n)};
    VEC_PUSH(p->arena, &x->served, s);
    if (s.need < x->needs.count)
        return;
    int axis = x->at && site_move(x->at) && need_has_gaps(p, n) ? -1 : need_contiguous_axis(p, n);
    if (x->needs.count == 0)
        x->comm->contiguous_axis = axis;
    else if (x->comm->contiguous_axis != axis)
        x->comm->contiguous_axis = -1;
    VEC_PUSH(p->arena, &x->needs, *n);
}

/* Processors that take turns in a loop: said, and kept for the list of what is assumed. */
static void note_carried(planner *p, const site *at, const reference *ref, int step,
                         const node *carrier)
{
    if (!carrier || carrier->kind != NODE_LOOP)
        return;
    const loop_node *l = &carrier->u.loop;
    bool drives = false, is_even = false;
    for (int k = 0; at->at.grid && k < at->at.grid->rank; k++) {
        const expr *index = at->at.axis[k].index, *c, *rest;
        if (!at->at.axis[k].is_restricted || !expr_mentions(index, l->range.var))
            continue;
        drives = true;
        is_even |= expr_affine(p->pool, index, l->range.var, &c, &rest);
    }
    if (!drives || at->path[step - 1].child != carrier)
        return;
    if (is_even) /* from one processor to the next, and not here and there */
        at->path[step - 1].child->u.loop.serialized_by =
            arena_printf(p->arena,
                         "the loop over '%s' hands '%s' on to the next processor iteration by "
                         "iteration, and is not taken in blocks",
                         l->range.var->name, ref->var->name);
    diag *d = diag_report(p->ctx->diags, DIAG_REMARK, "carried-dependence", ref->where,
                          "'%s' is computed by an earlier iteration of the loop over '%s', on "
                          "another processor at block borders: its elements are sent inside "
                          "that loop, and the processors take turns",
                          ref->var->name, l->range.var->name);
    diag_note(d, carrier->where,
              "this loop carries the dependence; distribute another dimension, or say "
              "'independent' if no iteration needs another's result");
}

/* The gmove that the site is in may let it start only. */
static const expr *async_of(const site *at)
{
    const move_node *move = site_move(at);
    return move ? move->async : NULL;
}

/* The operation by which a statement adds to an element of v that is known only at run
 * time. Its part travels to the owner, who combines: it needs no old value. */
static reduce_op scattered(const site *at, const variable *v)
{
    if (at->node->kind != NODE_STATEMENT)
        return REDUCE_NONE;
    const statement_node *st = &at->node->u.stmt;
    return st->write && st->write->var == v && reference_is_indirect(st->write) ? st->reduce
                                                                                : REDUCE_NONE;
}

/* Adds the need to the communication that stands at that step, or makes one there. */
static void fetch(planner *p, const site *at, const reference *ref, const need *n, int step,
                  int earliest, const guard_blocks *blocks)
{
    comm_kind kind = need_kind(p, at, n->ref, step);
    const path_step *place = &at->path[step];
    exchange *x = exchange_index_find(p, ref->var, place->list, earliest, place->index);
    if (!x) {
        x = exchange_new(p, kind, ref->var, ref->where, place, false);
        x->at = at;
        x->step = step;
        x->comm->is_assigned_on = site_is_copy(at);
    }
    x->comm->is_assigned_on &= site_is_copy(at);
    x->comm->is_mixed |= kind != x->comm->kind;
    if (comm_weight(kind) > comm_weight(x->comm->kind))
        x->comm->kind = kind;
    x->comm->move = site_move(at);
    x->comm->is_explicit = x->comm->move != NULL;
    x->comm->async = async_of(at);
    x->comm->intrinsic = site_intrinsic(at);
    if (!blocks || blocks->range < 0) {
        add_need(p, x, n, kind);
        return;
    }
    if (blocks_are_cut(n, blocks)) {
        const need first = blocks_first(p, n, blocks);
        add_need(p, x, &first, kind);
    }
    const need whole = blocks_whole(p, n, blocks), last = blocks_last(p, n, blocks);
    add_need(p, x, &whole, kind);
    add_need(p, x, &last, kind);
}

void exchange_for_read(planner *p, const site *at, const reference *ref)
{
    if (!map_of(p, ref->var) || need_is_local(p, at, ref) || scattered(at, ref->var))
        return;
    int step = 0, earliest = 0;
    const node *carrier = NULL;
    ref = any_indices(p, at, ref);
    dependence_place(p, at, ref, &step, &earliest, &carrier);
    const reference *needed = single_indices(p, at, ref, step, &earliest);
    const end_apart end = end_apart_find(p, at, needed, step);
    guard_blocks blocks;
    need n = need_of(p, at, needed, step, &blocks, true);
    if (end.loop) {
        need once = need_of(p, at, needed, end.step, NULL, true);
        if (end_apart_divide(p, &end, &once, &n))
            fetch(p, at, ref, &once, end.step, end.earliest, NULL);
    }
    fetch(p, at, ref, &n, step, earliest, &blocks);
    note_carried(p, at, ref, step, carrier);
}

/* May what the site writes into v stay where it is until that step is done? Nothing
 * looks at it there; if it is combined with old values, it is in one way only; and
 * else nothing writes it there that may come later, and be overwritten. */
static bool may_wait(planner *p, const variable *v, const site *at, int step)
{
    const reduce_op op = scattered(at, v);
    const loop_node *l = step_loop(&at->path[step]);
    bool is_ordered = !l || l->parallel == LOOP_UNSAID;
    int end, first = accesses_below(p, at, step, &end);
    for (int i = first; i < end; i++) {
        const access *a = &p->accesses.data[i];
        const site *s = &p->sites.data[a->site];
        if (a->ref->var == v &&
            (op ? scattered(s, v) != op : !a->is_write || (is_ordered && s != at)))
            return false;
    }
    return !has_unknown_below(p, at, step, v);
}

/* The communication after the same nest that writes the same array back. */
static exchange *find_write_back(planner *p, const variable *v, const path_step *place,
                                 reduce_op op)
{
    for (int i = 0; i < p->exchanges.count; i++) {
        exchange *x = p->exchanges.data[i];
        if (x->comm->kind == COMM_IRREGULAR && x->comm->var == v && x->is_after &&
            x->list == place->list && x->child == place->child && x->comm->op == op)
            return x;
    }
    return NULL;
}

static bool has_one_owner(planner *p, const variable *v)
{
    const array_map *m = map_of(p, v);
    for (int k = 0; m && k < m->grid->rank; k++)
        if (m->axis[k].source == AXIS_REPLICATED)
            return false;
    return m != NULL;
}

/* XcalableMP: each node has an array that no directive maps, and a gmove in a task assigns those
 * of the nodes that execute it, as an assignment to a scalar does. */
static bool is_own_copy(planner *p, const site *at, const reference *ref)
{
    return site_move(at) && !map_of(p, ref->var);
}

/* May a write-back stand after the step's child, in place of in it? What is combined may wait
 * whatever conditions say, and however often a loop is executed. */
static bool may_leave(const site *at, const reference *ref, const path_step *s)
{
    const loop_node *l = step_loop(s);
    if (!l)
        return scattered(at, ref->var) &&
               (s->child->kind == NODE_IF || s->child->kind == NODE_WHILE);
    return reference_is_indirect(ref) || l->on || site_move(at);
}

/* Does it add to an array of which each processor has a part of the sums, until they are combined
 * (communication/reduction.c)? */
static bool is_combined(planner *p, const site *at)
{
    const statement_node *st = &at->node->u.stmt;
    if (at->node->kind != NODE_STATEMENT || !st->write || !st->reduce || map_of(p, st->write->var))
        return false;
    int step = accumulation_step(p, at, st->write->var, st->reduce);
    for (int i = 0; i < step && i < at->depth; i++)
        if (step_loop(&at->path[i]) && step_loop(&at->path[i])->split_on)
            return false;
    return step < at->depth && array_accumulates(p, at, step);
}

/* A left side that its executor does not own is written back, after the outermost
 * loop around it in which nothing reads the array; that of which all have a copy,
 * to all. */
static void infer_write(planner *p, int index, const reference *ref)
{
    const site *at = &p->sites.data[index];
    bool indirect = reference_is_indirect(ref);
    if (write_is_local(p, at, ref) || array_is_private_in(at, 0, ref->var) ||
        is_own_copy(p, at, ref) || is_combined(p, at))
        return;
    int step = at->depth - 1;
    for (int s = step;
         s > 0 && may_leave(at, ref, &at->path[s - 1]) && may_wait(p, ref->var, at, s - 1); s--)
        if (at->path[s - 1].child->kind != NODE_IF) /* or else it stands under the condition */
            step = s - 1;
    const reduce_op op = scattered(at, ref->var);
    exchange *x = op ? find_write_back(p, ref->var, &at->path[step], op) : NULL;
    if (!x)
        x = exchange_new(p,
                         has_one_owner(p, ref->var) && indirect ? COMM_IRREGULAR : COMM_WRITE_BACK,
                         ref->var, ref->where, &at->path[step], true);
    x->comm->op = op;
    x->comm->is_write_back = true;
    x->comm->move = site_move(at);
    x->comm->is_explicit = x->comm->move != NULL;
    x->comm->async = async_of(at);
    x->comm->intrinsic = site_intrinsic(at);
    x->at = at;
    x->step = step;
    need n = need_of(p, at, ref, step, NULL, false);
    add_need(p, x, &n, x->comm->kind);
}

void exchanges_infer(planner *p)
{
    for (int i = 0; i < p->accesses.count; i++) {
        const access *a = &p->accesses.data[i];
        if (!site_is_inferred(p, &p->sites.data[a->site]))
            continue;
        if (a->is_write)
            infer_write(p, a->site, a->ref);
        else
            exchange_for_read(p, &p->sites.data[a->site], a->ref);
    }
}
