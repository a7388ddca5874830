#include "program/tree/node.h"

node *node_new_made(fp_context *ctx, node_kind kind, source_range where)
{
    node *n = ARENA_NEW(ctx->arena, node);
    n->kind = kind;
    n->where = where;
    return n;
}

node *node_new(fp_context *ctx, node_kind kind, source_range where)
{
    node *n = node_new_made(ctx, kind, where);
    n->text = where;
    return n;
}

void node_append(node **head, node **tail, node *n)
{
    if (*tail)
        (*tail)->next = n;
    else
        *head = n;
    while (n->next)
        n = n->next;
    *tail = n;
}

int node_lists(node *n, node **lists[2])
{
    switch (n->kind) {
    case NODE_LOOP:
        lists[0] = &n->u.loop.body;
        return 1;
    case NODE_WHILE:
        lists[0] = &n->u.whil.body;
        return 1;
    case NODE_IF:
        lists[0] = &n->u.cond.then_body;
        lists[1] = &n->u.cond.else_body;
        return 2;
    case NODE_CALL:
        lists[0] = &n->u.call.instance;
        return 1;
    case NODE_TASK:
        lists[0] = &n->u.task.body;
        return 1;
    case NODE_GMOVE:
        lists[0] = &n->u.move.body;
        return 1;
    case NODE_STATEMENT:
    case NODE_COMM:
    case NODE_REFLECT:
    case NODE_REDUCE:
    case NODE_BARRIER:
    case NODE_BCAST:
    case NODE_COLLECTIVE:
    case NODE_REMAP:
    case NODE_BREAK:
    case NODE_WAIT:
    case NODE_POST:
    case NODE_WAIT_POST:
    case NODE_PUT:
    case NODE_GET:
    case NODE_RETURN:
        return 0;
    }
    return 0;
}

int node_below(const node *n, const node *lists[2])
{
    node **heads[2];
    int count = node_lists((node *)n, heads); /* which but takes addresses */
    for (int i = 0; i < count; i++)
        lists[i] = *heads[i];
    return count;
}

bool if_looks_at(const if_node *c, const variable *v)
{
    bool is_read = false;
    for (int i = 0; i < c->scalar_read_count; i++)
        is_read |= c->scalar_reads[i] == v;
    for (const node *n = c->then_body; is_read && n; n = n->next)
        if (n->kind == NODE_STATEMENT && n->u.stmt.scalar == v &&
            (n->u.stmt.reduce == REDUCE_MAX || n->u.stmt.reduce == REDUCE_MIN))
            return false;
    return is_read;
}

static bool is_among(int count, const variable *const *scalars, const variable *v)
{
    for (int i = 0; i < count; i++)
        if (scalars[i] == v)
            return true;
    return false;
}

bool node_looks_at(const node *n, const variable *v)
{
    switch (n->kind) {
    case NODE_IF:
        return if_looks_at(&n->u.cond, v);
    case NODE_WHILE:
        return is_among(n->u.whil.scalar_read_count, n->u.whil.scalar_reads, v);
    case NODE_CALL:
        return is_among(n->u.call.scalar_read_count, n->u.call.scalar_reads, v);
    case NODE_STATEMENT:
    case NODE_LOOP:
    case NODE_COMM:
    case NODE_REFLECT:
    case NODE_REDUCE:
    case NODE_BCAST:
    case NODE_COLLECTIVE:
    case NODE_BARRIER:
    case NODE_WAIT:
    case NODE_POST:
    case NODE_WAIT_POST:
    case NODE_PUT:
    case NODE_GET:
    case NODE_TASK:
    case NODE_GMOVE:
    case NODE_REMAP:
    case NODE_BREAK:
    case NODE_RETURN:
        return false;
    }
    return false;
}
