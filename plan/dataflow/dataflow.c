#include "plan/dataflow/dataflow.h"

#include "support/vec.h"

struct dataflow {
    arena *memory;
    const dataflow_problem *problem;
    void *data;
    /* Forward: what breaks of the loop around, and returns of the function, have left so far;
     * null: nothing. Backward: the states that they lead to; null: no loop, no function. */
    void *at_break, *at_return;
};

dataflow *dataflow_new(arena *memory, const dataflow_problem *problem, void *data)
{
    dataflow *d = ARENA_NEW(memory, dataflow);
    *d = (dataflow){.memory = memory, .problem = problem, .data = data};
    return d;
}

static bool is_backward(const dataflow *d)
{
    return d->problem->direction == DATAFLOW_BACKWARD;
}

static void *copy_of(const dataflow *d, const void *state)
{
    return state ? d->problem->copy(d->data, state) : NULL;
}

/* Both may be null, for what is not reached. */
static void *joined(const dataflow *d, void *state, const void *other, const node *around)
{
    if (!state)
        return copy_of(d, other);
    if (other)
        d->problem->join(d->data, state, other, around);
    return state;
}

static bool is_equal(const dataflow *d, const void *a, const void *b)
{
    return a && b ? d->problem->is_equal(d->data, a, b) : a == b;
}

static void *transfer(const dataflow *d, node *n, void *state)
{
    d->problem->transfer(d->data, n, state);
    return state;
}

/* --- Jumps --------------------------------------------------------------------- */

static void *walk_jump(const dataflow *d, void **target, void *state)
{
    if (is_backward(d))
        return *target ? copy_of(d, *target) : state;
    *target = joined(d, *target, state, NULL);
    return NULL;
}

/* Begins a list that jumps to `*target` may leave: at_break or at_return. Returns the outer one. */
static void *target_open(const dataflow *d, void **target, const void *state)
{
    void *outer = *target;
    *target = is_backward(d) ? copy_of(d, state) : NULL;
    return outer;
}

static void *target_close(const dataflow *d, void **target, void *outer, void *state)
{
    if (!is_backward(d))
        state = joined(d, state, *target, NULL);
    *target = outer;
    return state;
}

static bool has_return(const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        if (n->kind == NODE_RETURN)
            return true;
        for (int i = n->kind == NODE_CALL ? 0 : node_below(n, lists); i-- > 0;)
            if (has_return(lists[i]))
                return true;
    }
    return false;
}

/* --- Nodes with lists ---------------------------------------------------------- */

/* What returns inside leave is what the whole leaves: no more is known. */
static bool is_summarized(dataflow *d, node *n, void **state)
{
    const node *lists[2];
    if (!d->problem->summarize || !d->problem->summarize(d->data, n, *state))
        return false;
    if (node_below(n, lists) > 0 && has_return(lists[0])) {
        if (is_backward(d))
            *state = joined(d, *state, d->at_return, NULL);
        else
            d->at_return = joined(d, d->at_return, *state, NULL);
    }
    return true;
}

static node *body_of(node *loop)
{
    return loop->kind == NODE_LOOP ? loop->u.loop.body : loop->u.whil.body;
}

/* The fixed point of `state` joined with what an iteration leaves of it. What iterations before
 * the last round have left is joined last: messages prefer what the last round says. */
static void *iterate(dataflow *d, node *loop, void *state, const node *around)
{
    const void *start = copy_of(d, state);
    for (bool is_fixed = false; !is_fixed;) {
        const void *earlier = copy_of(d, state);
        const void *left = dataflow_list(d, body_of(loop), NULL, state);
        state = joined(d, copy_of(d, start), left, around);
        state = joined(d, state, earlier, NULL);
        is_fixed = is_equal(d, earlier, state);
    }
    return state;
}

static void *walk_loop(dataflow *d, node *loop, void *state)
{
    if (is_summarized(d, loop, &state))
        return state;
    const void *before = copy_of(d, state);
    void *outer = target_open(d, &d->at_break, state);
    state = dataflow_list(d, body_of(loop), NULL, state);
    if (d->problem->join_skipped) {
        state = state ? state : copy_of(d, before);
        d->problem->join_skipped(d->data, loop, state, before);
    }
    if (!is_equal(d, before, state))
        state = iterate(d, loop, state, NULL);
    return target_close(d, &d->at_break, outer, state);
}

static void *walk_branches(dataflow *d, node *first, node *second, void *state)
{
    void *other = copy_of(d, state);
    state = dataflow_list(d, first, NULL, state);
    other = dataflow_list(d, second, NULL, other);
    return joined(d, state, other, NULL);
}

static void *walk_if(dataflow *d, node *n, void *state)
{
    if (!is_backward(d))
        state = transfer(d, n, state);
    state = walk_branches(d, n->u.cond.then_body, n->u.cond.else_body, state);
    return is_backward(d) && state ? transfer(d, n, state) : state;
}

static void *walk_gmove(dataflow *d, node *n, void *state)
{
    if (is_summarized(d, n, &state))
        return state;
    if (is_backward(d))
        state = transfer(d, n, state);
    state = dataflow_list(d, n->u.move.body, NULL, state);
    return is_backward(d) || !state ? state : transfer(d, n, state);
}

static void *walk_node(dataflow *d, node *n, void *state)
{
    switch (n->kind) {
    case NODE_LOOP:
    case NODE_WHILE:
        return walk_loop(d, n, state);
    case NODE_IF:
        return walk_if(d, n, state);
    case NODE_TASK:
        if (d->problem->tasks_by_all)
            return dataflow_list(d, n->u.task.body, NULL, state);
        return walk_branches(d, n->u.task.body, NULL, state);
    case NODE_CALL:
        return dataflow_body(d, n->u.call.instance, state);
    case NODE_GMOVE:
        return walk_gmove(d, n, state);
    case NODE_BREAK:
        return walk_jump(d, &d->at_break, state);
    case NODE_RETURN:
        return walk_jump(d, &d->at_return, state);
    case NODE_STATEMENT:
    case NODE_COMM:
    case NODE_REFLECT:
    case NODE_REDUCE:
    case NODE_BARRIER:
    case NODE_BCAST:
    case NODE_COLLECTIVE:
    case NODE_WAIT:
    case NODE_POST:
    case NODE_WAIT_POST:
    case NODE_PUT:
    case NODE_GET:
    case NODE_REMAP:
        return transfer(d, n, state);
    }
    return state;
}

/* --- The walks ----------------------------------------------------------------- */

static void *walk_sought(dataflow *d, const node *first, void *state)
{
    int at = 0;
    for (node *n; state && (n = d->problem->seek(d->data, first, &at));)
        state = walk_node(d, n, state);
    return state;
}

void *dataflow_list(dataflow *d, node *first, const node *end, void *state)
{
    VEC(node *) nodes = {0};
    for (node *n = first; n != end && is_backward(d); n = n->next)
        VEC_PUSH(d->memory, &nodes, n);
    while (nodes.count > 0)
        state = walk_node(d, nodes.data[--nodes.count], state);
    if (d->problem->seek && !end)
        return walk_sought(d, first, state);
    for (node *n = first; n != end && state && !is_backward(d); n = n->next)
        state = walk_node(d, n, state);
    return state;
}

void *dataflow_node(dataflow *d, node *n, void *state)
{
    return walk_node(d, n, state);
}

void *dataflow_body(dataflow *d, node *body, void *state)
{
    void *outer = target_open(d, &d->at_return, state);
    state = dataflow_list(d, body, NULL, state);
    return target_close(d, &d->at_return, outer, state);
}

void *dataflow_iteration_start(dataflow *d, node *loop, void *state)
{
    void *outer = target_open(d, &d->at_break, NULL);
    state = iterate(d, loop, state, loop);
    d->at_break = outer; /* what has left the loop is in none of its iterations */
    return state;
}
