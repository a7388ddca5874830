#include "estimator/memory/nest.h"

#include "estimator/memory/charge.h"
#include "estimator/memory/nest_index.h"
#include "estimator/memory/survive.h"
#include "estimator/memory/walk.h"

/* The nests of a graph. Units that are neither loops nor conditions and touch nothing are not
 * there; nor are calls, which have their bodies in their place. */

typedef struct reader {
    const estimator *est;
    run *run;     /* whose loops over levels are unrolled; null: none are */
    arena *arena; /* of the nest */
    const nest_level *levels;
    VEC(nest_node) nodes;
    VEC(touch) touches;
    int loops[NEST_DEEPEST];
    index_log log;
    int depth, deepest;
    bool is_too_deep, has_levels;
    bool has_stores_past; /* a cache's lines are not fetched by stores */
    int fewest_ways;      /* of the caches */
} reader;

/* --- References ------------------------------------------------------------------- */

static const aag_unit *loop_unit(const reader *r, int k)
{
    return r->nodes.data[r->loops[k]].unit;
}

/* An index that a loop around steps through stretches of an array: they lie one after the other, so
 * that it is a sum. Returns it without the part of that loop; null: it is no such index. */
static const expr *read_stretch(reader *r, touch *t, const reference *ref, int d)
{
    const scalar_subscript *by = ref->by_scalar ? &ref->by_scalar[d] : NULL;
    int k = by && by->scalar && !by->factor ? r->depth - 1 : -1;
    while (k >= 0 && !(loop_unit(r, k)->uncounted && loop_unit(r, k)->uncounted->begins &&
                       loop_unit(r, k)->uncounted->stepped == by->scalar))
        k--;
    if (k < 0)
        return NULL;
    t->coefficient[d * r->depth + k] = loop_unit(r, k)->uncounted->step;
    t->moved_by |= 1u << k;
    return expr_add(r->est->graph->program->pool, loop_unit(r, k)->uncounted->begins, by->offset);
}

/* Notes one dimension: what each loop moves it by, and the rest, in which those stay that move it
 * by no fixed step. One that wraps round, or is kept within bounds, goes straight on: what it does
 * at the ends is a line or two of a row, and they are there. */
static void read_dim(reader *r, touch *t, const reference *ref, int d)
{
    expr_pool *pool = r->est->graph->program->pool;
    const subscript *sub = &ref->sub[d];
    const expr *rest = sub->kind == SUBSCRIPT_VALUE      ? reference_straight(ref, d)
                       : sub->kind == SUBSCRIPT_INDIRECT ? read_stretch(r, t, ref, d)
                                                         : NULL;
    t->access[d] = rest ? DIM_AFFINE : sub->kind == SUBSCRIPT_WHOLE ? DIM_WHOLE : DIM_ANYWHERE;
    for (int k = 0; rest && k < r->depth; k++) {
        const loop_var *v = loop_unit(r, k)->var;
        const expr *coefficient, *without;
        if (!v || !expr_mentions(rest, v))
            continue;
        t->moved_by |= 1u << k;
        if (!expr_affine(pool, rest, v, &coefficient, &without)) {
            t->nonaffine_in |= 1u << k;
            continue;
        }
        t->coefficient[d * r->depth + k] = coefficient;
        rest = without;
    }
    t->rest[d] = rest;
    t->goes_anywhere |= t->access[d] == DIM_ANYWHERE;
}

/* Does the second one write what the first has read, by subscripts that are worked out once? */
static bool is_update(const touch *a, const touch *b)
{
    const source_range *x = &a->ref->where, *y = &b->ref->where;
    return b->ref->index_operations < 0 && a->step == b->step && x->file == y->file &&
           x->line == y->line && x->column == y->column;
}

static bool is_same(const touch *a, const touch *b)
{
    if (a->var != b->var || a->unit != b->unit || a->levels != b->levels || a->depth != b->depth)
        return false;
    if (a->ref == b->ref)
        return true;
    if (a->ref->member_at != b->ref->member_at || a->ref->member_bytes != b->ref->member_bytes)
        return false;
    for (int d = 0; d < a->var->rank; d++) {
        if (a->access[d] != b->access[d] || a->rest[d] != b->rest[d] ||
            (a->access[d] == DIM_ANYWHERE && !nest_index_is_same(a, b, d) && !is_update(a, b)))
            return false;
        for (int k = 0; k < a->depth; k++)
            if (a->coefficient[d * a->depth + k] != b->coefficient[d * a->depth + k])
                return false;
    }
    return true;
}

/* What is known of the subscripts that are known only at run time. */
static void read_indices(reader *r, touch *t)
{
    const aag_unit *around[NEST_DEEPEST];
    for (int k = 0; k < r->depth; k++)
        around[k] = loop_unit(r, k);
    nest_index_read(&r->log, r->touches.data, t, around);
}

/* What of its caches decides whether references to the same element are one. */
static void read_caches(reader *r)
{
    const sag_memory *m = r->est->machine->memory;
    r->has_stores_past = false;
    r->fewest_ways = WAYS_MOST;
    for (int i = 0; m && i < m->cache_count; i++) {
        const sag_cache *c = &m->caches[i];
        const double ways = c->associativity.is_set ? c->associativity.value : 0;
        r->has_stores_past |= !c->write_allocate;
        if (ways >= 1 && ways < r->fewest_ways)
            r->fewest_ways = (int)ways;
    }
}

static void read_access(reader *r, const aag_unit *u, int step, const aag_access *access)
{
    touch t = {.var = access->ref->var,
               .ref = access->ref,
               .unit = u,
               .levels = r->levels,
               .step = step,
               .is_read = !access->is_write,
               .is_written = access->is_write,
               .writes = access->is_write,
               .depth = r->depth};
    if (t.var->is_in_registers)
        return;
    t.coefficient = ARENA_ARRAY(r->arena, t.var->rank * r->depth + 1, const expr *);
    for (int k = 0; k < r->depth; k++)
        t.loops[k] = r->loops[k];
    for (int d = 0; d < t.var->rank; d++)
        read_dim(r, &t, access->ref, d);
    if (t.goes_anywhere)
        read_indices(r, &t);
    for (int i = r->touches.count - 1; i >= 0 && r->touches.data[i].unit == u; i--) {
        touch *like = &r->touches.data[i];
        if (!is_same(like, &t))
            continue;
        if (r->has_stores_past && t.is_read && !like->is_read) /* it has left no line */
            break;
        t.is_again = !t.goes_anywhere && r->touches.count - 1 - i >= r->fewest_ways &&
                     r->touches.count < TOUCHES_MOST / 2;
        if (t.is_again)
            break;
        like->is_read |= t.is_read;
        like->is_written |= t.is_written;
        like->writes += t.writes;
        nest_index_note(&r->log, &t, i);
        return;
    }
    nest_index_note(&r->log, &t, r->touches.count);
    VEC_PUSH(r->arena, &r->touches, t);
}

/* --- Nodes ------------------------------------------------------------------------ */

static int read_list(reader *r, const aag_unit *list, int then);

static int read_node(reader *r, const aag_unit *u, int then)
{
    bool is_loop = aag_is_iteration(u->cls);
    if (is_loop && r->depth == NEST_DEEPEST) {
        r->is_too_deep = true;
        return then;
    }
    nest_node n = {
        .unit = u, .depth = r->depth, .child = -1, .other = -1, .next = then, .levels = r->levels};
    int at = r->nodes.count;
    n.first = r->touches.count;
    VEC_PUSH(r->arena, &r->nodes, n);
    for (int i = 0; i < u->step_count; i++) {
        for (int k = 0; k < u->steps[i].access_count; k++)
            read_access(r, u, i, &u->steps[i].accesses[k]);
        nest_index_set(&r->log, u->steps[i].scalar);
    }
    if (is_loop)
        r->loops[r->depth++] = at;
    r->deepest = r->depth > r->deepest ? r->depth : r->deepest;
    int child = read_list(r, u->child, -1), other = read_list(r, u->other, -1);
    r->depth -= is_loop;
    r->nodes.data[at].child = child;
    r->nodes.data[at].other = other;
    r->nodes.data[at].end = r->touches.count;
    r->nodes.data[at].after = r->nodes.count;
    return at;
}

/* Is it a loop over levels whose iterations are the same wherever it stands? Then sets its first
 * value, its step, and how many they are. */
static bool may_unroll(const reader *r, const aag_unit *u, int64_t *first, int64_t *step,
                       int64_t *trips)
{
    const expr *of[3] = {u->range.lower, u->range.upper, u->range.step};
    int64_t value[3];
    if (!r->run || (u->loop && u->loop->split_on))
        return false;
    for (int i = 0; i < u->step_count; i++)
        if (u->steps[i].access_count)
            return false;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < r->depth; k++)
            if (loop_unit(r, k)->var && expr_mentions(of[i], loop_unit(r, k)->var))
                return false;
        if (of[i]->uses_coord || !run_value(r->run, of[i], &value[i]))
            return false;
    }
    if (!value[2] || value[0] / 2 - value[1] / 2 > INT32_MAX ||
        value[1] / 2 - value[0] / 2 > INT32_MAX)
        return false;
    *first = value[0];
    *step = value[2];
    *trips = run_trips(value[0], value[1], *step);
    return *trips <= LEVELS_MOST;
}

/* Puts the iterations of a loop over levels one after the other. */
static int read_levels(reader *r, const aag_unit *u, int64_t value, int64_t step, int64_t trips)
{
    const nest_level *outer = r->levels;
    int first = -1, last = -1;
    for (int64_t k = 0; k < trips && r->touches.count <= TOUCHES_MOST; k++) {
        nest_level *now = ARENA_NEW(r->arena, nest_level);
        *now = (nest_level){u, value + k * step, outer};
        r->levels = now;
        nest_set_levels(r->run, now);
        int at = read_list(r, u->child, -1);
        if (at < 0)
            continue;
        if (last < 0)
            first = at;
        else
            r->nodes.data[last].next = at;
        for (last = at; r->nodes.data[last].next >= 0;)
            last = r->nodes.data[last].next;
    }
    r->levels = outer;
    return first;
}

/* The nodes of one unit of a list; negative: none. */
static int read_unit(reader *r, const aag_unit *u)
{
    int64_t first, step, trips;
    bool is_loop = aag_is_iteration(u->cls);
    if (is_loop && r->est->unit[u->id].is_over_levels) {
        r->has_levels = true;
        if (may_unroll(r, u, &first, &step, &trips))
            return read_levels(r, u, first, step, trips);
    }
    if (is_loop || aag_is_condition(u->cls) || u->cls == AAG_SEQ)
        return read_node(r, u, -1);
    return read_list(r, u->child, -1);
}

/* Returns the first node of a list, which goes on with `then`. Units stand in the order of
 * execution, so touches do. */
static int read_list(reader *r, const aag_unit *list, int then)
{
    int first = then, last = -1;
    for (const aag_unit *u = list; u; u = u->next) {
        int begin = r->touches.count, at = read_unit(r, u);
        if (begin == r->touches.count || at < 0)
            continue;
        if (last < 0)
            first = at;
        else
            r->nodes.data[last].next = at;
        last = at;
        while (r->nodes.data[last].next >= 0)
            last = r->nodes.data[last].next;
    }
    return first;
}

/* --- What the loops do to what is inside ---------------------------------------------- */

static bool mentions(const expr *x, const loop_var *v)
{
    return x && expr_mentions(x, v);
}

/* Who executes the condition's body: do the indices that say so move with the loop? */
static bool home_moves(const home *at, const loop_var *v)
{
    for (int i = 0; at && at->grid && i < at->grid->rank; i++)
        if (mentions(at->axis[i].index, v) || mentions(at->axis[i].last, v))
            return true;
    return false;
}

/* Is a bound a sum of the loop's variable, or the least or greatest of such sums, and more? */
static bool is_sum(const estimator *est, const expr *x, const loop_var *v)
{
    expr_pool *pool = est->graph->program->pool;
    const expr *coefficient, *without, *more, *chosen;
    if (!mentions(x, v) || expr_affine(pool, x, v, &coefficient, &without))
        return true;
    chosen = bound_choice(pool, x, EXPR_MIN, &more);
    if (!chosen)
        chosen = bound_choice(pool, x, EXPR_MAX, &more);
    if (!chosen || !is_sum(est, more, v))
        return false;
    for (int i = 0; i < expr_operand_count(chosen); i++)
        if (!is_sum(est, chosen->u.op.operand[i], v))
            return false;
    return true;
}

/* Does a bound inside mention the loop's variable, or a test? Not by the units' masks of
 * variables, in which those past the 63rd, of other plans, too, are one. */
static void find_shape(const estimator *est, nest_node *n)
{
    const aag_graph *g = est->graph;
    const loop_var *v = n->unit->var;
    for (int id = n->unit->id + 1; v && id <= n->unit->last; id++) {
        const aag_unit *u = g->units[id];
        if (aag_is_iteration(u->cls))
            n->shapes |= u->var ? mentions(u->range.lower, v) || mentions(u->range.upper, v)
                                : mentions(u->trips, v);
        if (aag_is_iteration(u->cls) && u->var)
            n->has_nonaffine |= mentions(u->range.step, v) || !is_sum(est, u->range.lower, v) ||
                                !is_sum(est, u->range.upper, v);
        if (aag_is_condition(u->cls))
            n->has_tests |= mentions(u->test, v) || home_moves(u->on, v);
    }
}

/* --- The whole ------------------------------------------------------------------------ */

static void link_touches(const estimator *est, nest *n, arena *a)
{
    int *last = ARENA_ARRAY(a, est->graph->program->variable_count + 1, int);
    for (int t = 0; t < n->touch_count; t++) {
        touch *now = &n->touches[t];
        now->before = now->next = -1;
        if (now->is_again)
            continue;
        now->before = last[now->var->id] - 1;
        if (now->before >= 0)
            n->touches[now->before].next = t;
        last[now->var->id] = t + 1;
    }
}

/* Null where it is too much. */
static nest *read_graph(reader *r)
{
    nest_index_open(&r->log, r->est->graph, r->arena);
    read_caches(r);
    int root = read_list(r, r->est->graph->root, -1);
    if (r->is_too_deep || r->touches.count > TOUCHES_MOST)
        return NULL;
    nest *n = ARENA_NEW(r->arena, nest);
    n->root = root;
    n->node_count = r->nodes.count;
    n->nodes = r->nodes.data;
    n->touch_count = r->touches.count;
    n->touches = r->touches.data;
    n->deepest = r->deepest;
    n->has_levels = r->has_levels;
    for (int i = 0; i < n->node_count; i++)
        if (aag_is_iteration(n->nodes[i].unit->cls))
            find_shape(r->est, &n->nodes[i]);
    charge_find_groups(r->est, n, r->arena);
    link_touches(r->est, n, r->arena);
    return n;
}

nest *nest_read(estimator *est, const char **why)
{
    reader r = {.est = est, .arena = est->ctx->arena};
    nest *n = read_graph(&r);
    if (n)
        return n;
    *why = arena_printf(
        est->ctx->arena, "misses are found by sizes, as by '--memory-model paper': %s",
        r.is_too_deep
            ? arena_printf(est->ctx->arena, "loops are nested deeper than %d", NEST_DEEPEST)
            : arena_printf(est->ctx->arena, "there are more than %d references", TOUCHES_MOST));
    return NULL;
}

void nest_set_levels(run *r, const nest_level *levels)
{
    for (const nest_level *l = levels; l; l = l->outer)
        env_set_loop_var(r->env, l->unit->var, l->value);
}

const nest *nest_unrolled(run *r)
{
    if (!r->est->nest->has_levels)
        return r->est->nest;
    reader of = {.est = r->est, .run = r, .arena = r->scratch};
    const nest *n = read_graph(&of);
    return n ? n : r->est->nest;
}
