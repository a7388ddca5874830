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

/* Notes one dimension: what each loop moves it by, and the rest. A loop that moves it by no
 * fixed step may lead anywhere. */
static void read_dim(reader *r, touch *t, const subscript *sub, int d)
{
    expr_pool *pool = r->est->graph->program->pool;
    t->access[d] = sub->kind == SUBSCRIPT_VALUE   ? DIM_AFFINE
                   : sub->kind == SUBSCRIPT_WHOLE ? DIM_WHOLE
                                                  : DIM_ANYWHERE;
    const expr *rest = sub->kind == SUBSCRIPT_VALUE ? sub->value : NULL;
    for (int k = 0; rest && k < r->depth; k++) {
        const loop_var *v = loop_unit(r, k)->var;
        const expr *coefficient, *without;
        if (!v || !expr_mentions(rest, v))
            continue;
        t->moved_by |= 1u << k;
        if (!expr_affine(pool, rest, v, &coefficient, &without)) {
            t->access[d] = DIM_ANYWHERE;
            break;
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
        read_dim(r, &t, &access->ref->sub[d], d);
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

static uint64_t vars_of(const expr *x)
{
    return x ? x->loop_vars : 0;
}

/* Does a bound inside mention the loop's variable, or a test? */
static void find_shape(const estimator *est, nest_node *n)
{
    const aag_graph *g = est->graph;
    uint64_t own = est->unit[n->unit->id].var;
    for (int id = n->unit->id + 1; id <= n->unit->last; id++) {
        const aag_unit *u = g->units[id];
        if (aag_is_iteration(u->cls) &&
            ((u->var ? vars_of(u->range.lower) | vars_of(u->range.upper) : vars_of(u->trips)) &
             own))
            n->shapes = true;
        if (aag_is_condition(u->cls) && ((vars_of(u->test) & own) || u->on))
            n->has_tests |= (est->unit[id].own & own) != 0;
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

nest *nest_read(estimator *est)
{
    reader r = {.est = est};
    int root = read_list(&r, est->graph->root, -1);
    if (r.is_too_deep)
        return NULL;
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
    return n;
}
