#include "estimator/memory/nest.h"

/* The nests of a graph. Units that are neither loops nor conditions and touch nothing are not
 * there; nor are calls, which have their bodies in their place. */

typedef struct reader {
    estimator *est;
    VEC(nest_node) nodes;
    VEC(touch) touches;
    int loops[NEST_DEEPEST];
    int depth, deepest;
    bool is_too_deep;
} reader;

/* --- References ------------------------------------------------------------------- */

static const aag_unit *loop_unit(const reader *r, int k)
{
    return r->nodes.data[r->loops[k]].unit;
}

/* Notes one dimension: what each loop moves it by, and the rest, in which those stay that move it
 * by no fixed step. One that wraps round, or is kept within bounds, goes straight on: what it does
 * at the ends is a line or two of a row, and they are there. */
static void read_dim(reader *r, touch *t, const reference *ref, int d)
{
    expr_pool *pool = r->est->graph->program->pool;
    const subscript *sub = &ref->sub[d];
    t->access[d] = sub->kind == SUBSCRIPT_VALUE   ? DIM_AFFINE
                   : sub->kind == SUBSCRIPT_WHOLE ? DIM_WHOLE
                                                  : DIM_ANYWHERE;
    const expr *rest = sub->kind == SUBSCRIPT_VALUE ? reference_straight(ref, d) : NULL;
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

static bool is_same(const touch *a, const touch *b)
{
    if (a->var != b->var || a->unit != b->unit || a->depth != b->depth)
        return false;
    if (a->ref == b->ref)
        return true;
    for (int d = 0; d < a->var->rank; d++) {
        if (a->access[d] != b->access[d] || a->rest[d] != b->rest[d] ||
            a->access[d] == DIM_ANYWHERE)
            return false;
        for (int k = 0; k < a->depth; k++)
            if (a->coefficient[d * a->depth + k] != b->coefficient[d * a->depth + k])
                return false;
    }
    return true;
}

static void read_access(reader *r, const aag_unit *u, int step, const aag_access *access)
{
    touch t = {.var = access->ref->var,
               .ref = access->ref,
               .unit = u,
               .step = step,
               .is_read = !access->is_write,
               .is_written = access->is_write,
               .writes = access->is_write,
               .depth = r->depth};
    if (t.var->is_in_registers)
        return;
    t.coefficient = ARENA_ARRAY(r->est->ctx->arena, t.var->rank * r->depth + 1, const expr *);
    for (int k = 0; k < r->depth; k++)
        t.loops[k] = r->loops[k];
    for (int d = 0; d < t.var->rank; d++)
        read_dim(r, &t, access->ref, d);
    for (int i = r->touches.count - 1; i >= 0 && r->touches.data[i].unit == u; i--)
        if (is_same(&r->touches.data[i], &t)) {
            r->touches.data[i].is_read |= t.is_read;
            r->touches.data[i].is_written |= t.is_written;
            r->touches.data[i].writes += t.writes;
            return;
        }
    VEC_PUSH(r->est->ctx->arena, &r->touches, t);
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
    nest_node n = {.unit = u, .depth = r->depth, .child = -1, .other = -1, .next = then};
    int at = r->nodes.count;
    n.first = r->touches.count;
    VEC_PUSH(r->est->ctx->arena, &r->nodes, n);
    for (int i = 0; i < u->step_count; i++)
        for (int k = 0; k < u->steps[i].access_count; k++)
            read_access(r, u, i, &u->steps[i].accesses[k]);
    if (is_loop)
        r->loops[r->depth++] = at;
    r->deepest = r->depth > r->deepest ? r->depth : r->deepest;
    int child = read_list(r, u->child, -1), other = read_list(r, u->other, -1);
    r->depth -= is_loop;
    r->nodes.data[at].child = child;
    r->nodes.data[at].other = other;
    r->nodes.data[at].end = r->touches.count;
    return at;
}

/* Returns the first node of a list, which goes on with `then`. Units stand in the order of
 * execution, so touches do. */
static int read_list(reader *r, const aag_unit *list, int then)
{
    int first = then, last = -1;
    for (const aag_unit *u = list; u; u = u->next) {
        int begin = r->touches.count, at;
        bool is_node = aag_is_iteration(u->cls) || aag_is_condition(u->cls) || u->cls == AAG_SEQ;
        at = is_node ? read_node(r, u, -1) : read_list(r, u->child, -1);
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

/* Is a bound a sum of the loop's variable, or the least or greatest of such sums? */
static bool is_sum(const estimator *est, const expr *x, const loop_var *v)
{
    const expr *coefficient, *without;
    if (!mentions(x, v))
        return true;
    if (x->kind != EXPR_MIN && x->kind != EXPR_MAX)
        return expr_affine(est->graph->program->pool, x, v, &coefficient, &without);
    for (int i = 0; i < expr_operand_count(x); i++)
        if (!is_sum(est, x->u.op.operand[i], v))
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

/* --- Groups ------------------------------------------------------------------------ */

/* The group of the block that a touch's references are in: the blocks' groups are of the same
 * accesses, by unit, step and loops inside the block. */
static int group_of(const estimator *est, const nest *n, const touch *t)
{
    const aag_unit *u = t->unit;
    while (u && est->block_of[u->id] < 0)
        u = u->parent;
    if (!u) /* the test of a condition that communicates is in no block */
        return -1;
    const block_info *b = &est->blocks[est->block_of[u->id]];
    for (int i = 0; i < b->group_count; i++) {
        const ref_group *g = &b->groups[i];
        bool is_same_loops = g->var == t->var && g->loop_count <= t->depth;
        int outer = t->depth - g->loop_count;
        for (int k = 0; k < g->loop_count && is_same_loops; k++)
            is_same_loops = g->loops[k] == n->nodes[t->loops[outer + k]].unit;
        for (int d = 0; d < t->var->rank && is_same_loops; d++)
            for (int k = 0; k < g->loop_count && is_same_loops; k++)
                is_same_loops = g->access[d] != DIM_AFFINE || t->access[d] != DIM_AFFINE ||
                                g->coefficient[d * g->loop_count + k] ==
                                    t->coefficient[d * t->depth + outer + k];
        if (is_same_loops)
            return n->first_group[est->block_of[u->id]] + i;
    }
    return -1;
}

static void find_groups(const estimator *est, nest *n)
{
    n->first_group = ARENA_ARRAY(est->ctx->arena, est->block_count + 1, int);
    for (int i = 0; i < est->block_count; i++) {
        n->first_group[i] = n->group_count;
        n->group_count += est->blocks[i].group_count;
    }
    n->group_of = ARENA_ARRAY(est->ctx->arena, n->touch_count + 1, int);
    for (int i = 0; i < n->touch_count; i++)
        n->group_of[i] = group_of(est, n, &n->touches[i]);
}

static void link_touches(const estimator *est, nest *n)
{
    int *last = ARENA_ARRAY(est->ctx->arena, est->graph->program->variable_count + 1, int);
    for (int t = 0; t < n->touch_count; t++) {
        touch *now = &n->touches[t];
        now->before = last[now->var->id] - 1;
        now->next = -1;
        if (now->before >= 0)
            n->touches[now->before].next = t;
        last[now->var->id] = t + 1;
    }
}

nest *nest_read(estimator *est, const char **why)
{
    reader r = {.est = est};
    int root = read_list(&r, est->graph->root, -1);
    if (r.is_too_deep || r.touches.count > TOUCHES_MOST) {
        *why = arena_printf(
            est->ctx->arena, "misses are found by sizes, as by '--memory-model paper': %s",
            r.is_too_deep
                ? arena_printf(est->ctx->arena, "loops are nested deeper than %d", NEST_DEEPEST)
                : arena_printf(est->ctx->arena, "there are more than %d references", TOUCHES_MOST));
        return NULL;
    }
    nest *n = ARENA_NEW(est->ctx->arena, nest);
    n->root = root;
    n->node_count = r.nodes.count;
    n->nodes = r.nodes.data;
    n->touch_count = r.touches.count;
    n->touches = r.touches.data;
    n->deepest = r.deepest;
    for (int i = 0; i < n->node_count; i++)
        if (aag_is_iteration(n->nodes[i].unit->cls))
            find_shape(est, &n->nodes[i]);
    find_groups(est, n);
    link_touches(est, n);
    return n;
}
