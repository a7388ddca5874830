#include <string.h>

#include "plan/dataflow/dataflow.h"
#include "plan/remap/redundant.h"

/* Which versions are live: have values that something reads later. A backward problem, whose
 * states are sets of versions. A copy of values that nothing reads is dropped, and does not read
 * what it would copy. A version is overwritten by a copy to it, and by a nest that assigns all of
 * its elements. */

typedef VEC(const loop_node *) loop_stack;

static void *live_copy(void *data, const void *state)
{
    const value_flow *f = data;
    return arena_copy(f->arena, state, ((size_t)f->count + 1) * sizeof(bool));
}

static void live_join(void *data, void *state, const void *other, const node *around)
{
    const value_flow *f = data;
    bool *live = state;
    const bool *too = other;
    (void)around;
    for (int i = 0; i < f->count; i++)
        live[i] |= too[i];
}

static bool live_is_equal(void *data, const void *a, const void *b)
{
    const value_flow *f = data;
    return memcmp(a, b, (size_t)f->count * sizeof(bool)) == 0;
}

static void read(const value_flow *f, int count, const reference *const *reads, bool *live)
{
    for (int i = 0; i < count; i++) {
        int v = flow_version(f, reads[i]);
        if (v >= 0)
            live[v] = true;
    }
}

/* --- What a nest overwrites ---------------------------------------------------------- */

/* The loop of the stack that goes over all indices of dimension d, one by one; -1: none
 * is known to. */
static int loop_over(const value_flow *f, const loop_stack *loops, const reference *ref, int d)
{
    expr_pool *pool = f->p->pool;
    const expr *value = ref->sub[d].value, *extent = ref->var->extent[d];
    if (ref->sub[d].kind != SUBSCRIPT_VALUE || !extent)
        return -1;
    for (int i = 0; i < loops->count; i++) {
        const loop_range *range = &loops->data[i]->range;
        const expr *step = range->step, *one = expr_int(pool, 1);
        const expr *last = expr_sub(pool, extent, one), *c, *rest;
        if (!expr_mentions(value, range->var))
            continue;
        if (!expr_affine(pool, value, range->var, &c, &rest) || c != one)
            return -1;
        const expr *first = step == one ? range->lower : range->upper;
        const expr *end = step == one ? range->upper : range->lower;
        bool is_by_one = step == one || step == expr_int(pool, -1);
        return is_by_one && expr_add(pool, rest, first) == expr_int(pool, 0) &&
                       expr_add(pool, rest, end) == last
                   ? i
                   : -1;
    }
    return -1;
}

static bool runs(const value_flow *f, const loop_range *range)
{
    return expr_trips(f->p->pool, range->lower, range->upper, range->step)->at_least >= 1;
}

/* Does the statement, in these loops, assign all elements of the array? */
static bool assigns_all(const value_flow *f, const loop_stack *loops, const reference *ref)
{
    uint64_t used = 0;
    for (int d = 0; d < ref->var->rank; d++) {
        int i = loop_over(f, loops, ref, d);
        if (i < 0 || i >= 64 || used >> i & 1)
            return false;
        used |= UINT64_C(1) << i;
    }
    for (int i = 0; i < loops->count; i++) {
        bool is_over = i < 64 && used >> i & 1;
        if (!is_over && !runs(f, &loops->data[i]->range))
            return false;
    }
    return true;
}

static void overwrite_list(value_flow *f, const node *list, loop_stack *loops, bool *gone);

/* Adds what it overwrites in any case: of a condition, what both branches do; not what
 * loops do that may end early. */
static void overwrite(value_flow *f, const node *n, loop_stack *loops, bool *gone)
{
    if (n->kind == NODE_STATEMENT) {
        const reference *ref = n->u.stmt.write;
        int v = ref ? flow_version(f, ref) : -1;
        bool is_member = ref && ref->member_bytes && ref->member_bytes < ref->var->elem_bytes;
        if (v >= 0 && !is_member && assigns_all(f, loops, ref))
            gone[v] = true;
    } else if (n->kind == NODE_LOOP && n->u.loop.is_exact) {
        VEC_PUSH(f->arena, loops, &n->u.loop);
        overwrite_list(f, n->u.loop.body, loops, gone);
        loops->count--;
    } else if (n->kind == NODE_IF) {
        bool *first = ARENA_ARRAY(f->arena, f->count + 1, bool);
        bool *second = ARENA_ARRAY(f->arena, f->count + 1, bool);
        overwrite_list(f, n->u.cond.then_body, loops, first);
        overwrite_list(f, n->u.cond.else_body, loops, second);
        for (int i = 0; i < f->count; i++)
            gone[i] |= first[i] && second[i];
    }
}

static void overwrite_list(value_flow *f, const node *list, loop_stack *loops, bool *gone)
{
    for (; list; list = list->next)
        overwrite(f, list, loops, gone);
}

/* --- The problem ---------------------------------------------------------------- */

static void transfer(void *data, node *n, void *state)
{
    if (n->kind == NODE_STATEMENT)
        read(data, n->u.stmt.read_count, n->u.stmt.reads, state);
    if (n->kind == NODE_IF)
        read(data, n->u.cond.read_count, n->u.cond.reads, state);
}

static void read_all(value_flow *f, node *list, bool *live)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        transfer(f, n, live);
        for (int i = node_lists(n, lists); i-- > 0;)
            read_all(f, *lists[i], live);
    }
}

/* A loop that is executed at least once is not passed by. */
static void join_skipped(void *data, const node *loop, void *state, const void *after)
{
    bool is_run =
        loop->kind == NODE_LOOP ? runs(data, &loop->u.loop.range) : !loop->u.whil.tests_first;
    if (!is_run)
        live_join(data, state, after, loop);
}

/* A copy, and a loop without copies: what it reads is live, in which iteration is no question. */
static bool summarize(void *data, node *n, void *state)
{
    value_flow *f = data;
    bool *live = state;
    int to, from;
    node **lists[2];
    if (n->kind == NODE_GMOVE && flow_copy(f, n, &to, &from)) {
        flow_visit(f, n, live[to]);
        live[from] |= live[to];
        live[to] = false;
        return true;
    }
    if (n->kind == NODE_GMOVE || node_lists(n, lists) == 0 || flow_has_copies(f, *lists[0]))
        return false;
    bool *gone = ARENA_ARRAY(f->arena, f->count + 1, bool);
    overwrite(f, n, &(loop_stack){0}, gone);
    for (int i = 0; i < f->count; i++)
        live[i] &= !gone[i];
    read_all(f, *lists[0], live);
    return true;
}

void liveness_solve(value_flow *f, node *body, const bool *at_end)
{
    static const dataflow_problem problem = {.direction = DATAFLOW_BACKWARD,
                                             .copy = live_copy,
                                             .join = live_join,
                                             .is_equal = live_is_equal,
                                             .transfer = transfer,
                                             .join_skipped = join_skipped,
                                             .summarize = summarize};
    dataflow_body(dataflow_new(f->arena, &problem, f), body, live_copy(f, at_end));
    flow_drop_unneeded(f, IDLE_DEAD);
}
