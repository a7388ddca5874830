#include "plan/remap/redundant.h"

/* Which versions have values that something reads later, from the end on. A copy of
 * values that nothing reads is none, and does not read what it would copy. A version is
 * overwritten by a copy to it, and by a nest that assigns all of its elements. */

typedef struct follower {
    value_flow *f;
    bool *at_break;  /* by version, where the breaks of the loop around lead */
    bool *at_return; /* likewise, of the function */
    bool is_dry;     /* a loop's effect is still being found */
} follower;

typedef VEC(const loop_node *) loop_stack;

static void follow_list(follower *x, node *list, bool *live);

static bool *copy_of(follower *x, const bool *live)
{
    size_t size = (size_t)x->f->count;
    return size ? arena_copy(x->f->arena, live, size) : NULL;
}

/* Returns whether that adds any. */
static bool join(const follower *x, bool *live, const bool *other)
{
    bool is_more = false;
    for (int i = 0; i < x->f->count; i++) {
        is_more |= other[i] && !live[i];
        live[i] |= other[i];
    }
    return is_more;
}

static void read(follower *x, int count, const reference *const *reads, bool *live)
{
    for (int i = 0; i < count; i++) {
        int v = flow_version(x->f, reads[i]);
        if (v >= 0)
            live[v] = true;
    }
}

/* --- What a nest overwrites ---------------------------------------------------------- */

/* The loop of the stack that goes over all indices of dimension d, one by one; -1: none
 * is known to. */
static int loop_over(const follower *x, const loop_stack *loops, const reference *ref, int d)
{
    expr_pool *pool = x->f->p->pool;
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

static bool runs(const follower *x, const loop_range *range)
{
    return expr_trips(x->f->p->pool, range->lower, range->upper, range->step)->at_least >= 1;
}

/* Does the statement, in these loops, assign all elements of the array? */
static bool assigns_all(const follower *x, const loop_stack *loops, const reference *ref)
{
    uint64_t used = 0;
    for (int d = 0; d < ref->var->rank; d++) {
        int i = loop_over(x, loops, ref, d);
        if (i < 0 || i >= 64 || used >> i & 1)
            return false;
        used |= UINT64_C(1) << i;
    }
    for (int i = 0; i < loops->count; i++) {
        bool is_over = i < 64 && used >> i & 1;
        if (!is_over && !runs(x, &loops->data[i]->range))
            return false;
    }
    return true;
}

static void overwrite_list(follower *x, const node *list, loop_stack *loops, bool *gone);

/* Adds what it overwrites in any case: of a condition, what both branches do; not what
 * loops do that may end early. */
static void overwrite(follower *x, const node *n, loop_stack *loops, bool *gone)
{
    if (n->kind == NODE_STATEMENT) {
        const reference *ref = n->u.stmt.write;
        int v = ref ? flow_version(x->f, ref) : -1;
        if (v >= 0 && assigns_all(x, loops, ref))
            gone[v] = true;
    } else if (n->kind == NODE_LOOP && n->u.loop.is_exact) {
        VEC_PUSH(x->f->arena, loops, &n->u.loop);
        overwrite_list(x, n->u.loop.body, loops, gone);
        loops->count--;
    } else if (n->kind == NODE_IF) {
        bool *first = ARENA_ARRAY(x->f->arena, x->f->count + 1, bool);
        bool *second = ARENA_ARRAY(x->f->arena, x->f->count + 1, bool);
        overwrite_list(x, n->u.cond.then_body, loops, first);
        overwrite_list(x, n->u.cond.else_body, loops, second);
        for (int i = 0; i < x->f->count; i++)
            gone[i] |= first[i] && second[i];
    }
}

static void overwrite_list(follower *x, const node *list, loop_stack *loops, bool *gone)
{
    for (; list; list = list->next)
        overwrite(x, list, loops, gone);
}

/* --- The way back through the program ------------------------------------------------- */

static void follow_copy(follower *x, const node *n, int to, int from, bool *live)
{
    if (!live[to]) {
        if (!x->is_dry)
            flow_drop(x->f, n, IDLE_DEAD);
        return;
    }
    live[to] = false;
    live[from] = true;
}

static void follow_jump(const follower *x, const bool *target, bool *live)
{
    for (int i = 0; target && i < x->f->count; i++)
        live[i] = target[i];
}

/* All that is read there, or after it returns from there. */
static void read_all(follower *x, const node *list, bool *live)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        if (n->kind == NODE_STATEMENT)
            read(x, n->u.stmt.read_count, n->u.stmt.reads, live);
        if (n->kind == NODE_IF)
            read(x, n->u.cond.read_count, n->u.cond.reads, live);
        if (n->kind == NODE_RETURN)
            join(x, live, x->at_return);
        for (int i = node_below(n, lists); i-- > 0;)
            read_all(x, lists[i], live);
    }
}

/* Behind an iteration comes another one, or what is behind the loop. One that is executed
 * at least once is not passed by. */
static void follow_loop(follower *x, const node *n, node *body, bool is_run, bool *live)
{
    if (!flow_has_copies(x->f, body)) { /* else it is a question of when */
        bool *gone = ARENA_ARRAY(x->f->arena, x->f->count + 1, bool);
        overwrite(x, n, &(loop_stack){0}, gone);
        for (int i = 0; i < x->f->count; i++)
            live[i] &= !gone[i];
        read_all(x, body, live);
        return;
    }
    bool *outer = x->at_break, was_dry = x->is_dry;
    bool *behind = copy_of(x, live), *before;
    x->at_break = copy_of(x, live);
    x->is_dry = true;
    do {
        before = copy_of(x, behind);
        follow_list(x, body, before);
    } while (join(x, behind, before));
    x->is_dry = was_dry;
    before = copy_of(x, behind);
    follow_list(x, body, before);
    x->at_break = outer;
    if (is_run)
        follow_jump(x, before, live);
    else
        join(x, live, before);
}

static void follow_branches(follower *x, node *first, node *second, bool *live)
{
    bool *other = copy_of(x, live);
    follow_list(x, first, live);
    follow_list(x, second, other);
    join(x, live, other);
}

static void follow_call(follower *x, node *instance, bool *live)
{
    bool *outer = x->at_return;
    x->at_return = copy_of(x, live);
    follow_list(x, instance, live);
    x->at_return = outer;
}

static void follow_node(follower *x, node *n, bool *live)
{
    int to, from;
    switch (n->kind) {
    case NODE_GMOVE:
        if (flow_copy(x->f, n, &to, &from))
            follow_copy(x, n, to, from, live);
        else
            follow_list(x, n->u.move.body, live);
        return;
    case NODE_STATEMENT:
        read(x, n->u.stmt.read_count, n->u.stmt.reads, live);
        return;
    case NODE_LOOP:
        follow_loop(x, n, n->u.loop.body, runs(x, &n->u.loop.range), live);
        return;
    case NODE_WHILE:
        follow_loop(x, n, n->u.whil.body, !n->u.whil.tests_first, live);
        return;
    case NODE_IF:
        follow_branches(x, n->u.cond.then_body, n->u.cond.else_body, live);
        read(x, n->u.cond.read_count, n->u.cond.reads, live);
        return;
    case NODE_TASK:
        follow_branches(x, n->u.task.body, NULL, live);
        return;
    case NODE_CALL:
        follow_call(x, n->u.call.instance, live);
        return;
    case NODE_BREAK:
        follow_jump(x, x->at_break, live);
        return;
    case NODE_RETURN:
        follow_jump(x, x->at_return, live);
        return;
    case NODE_COMM:
    case NODE_REFLECT:
    case NODE_REDUCE:
    case NODE_BARRIER:
    case NODE_BCAST:
    case NODE_WAIT:
    case NODE_POST:
    case NODE_WAIT_POST:
    case NODE_REMAP:
        return;
    }
}

static void follow_list(follower *x, node *list, bool *live)
{
    VEC(node *) all = {0};
    for (; list; list = list->next)
        VEC_PUSH(x->f->arena, &all, list);
    while (all.count > 0)
        follow_node(x, all.data[--all.count], live);
}

void live_find(value_flow *f, node *list, const bool *at_end)
{
    follower x = {.f = f};
    bool *live = ARENA_ARRAY(f->arena, f->count + 1, bool);
    join(&x, live, at_end);
    x.at_return = copy_of(&x, live);
    follow_list(&x, list, live);
}
