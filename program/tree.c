#include "program/tree.h"

node *node_new(fp_context *ctx, node_kind kind, source_range where)
{
    node *n = ARENA_NEW(ctx->arena, node);
    n->kind = kind;
    n->where = where;
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

const char *comm_kind_name(comm_kind kind)
{
    switch (kind) {
    case COMM_SHIFT:
        return "shift";
    case COMM_BROADCAST:
        return "broadcast";
    case COMM_GATHER:
        return "gather";
    case COMM_ALLGATHER:
        return "allgather";
    case COMM_WRITE_BACK:
        return "write_back";
    case COMM_TRANSPOSE:
        return "transpose";
    case COMM_REDISTRIBUTE:
        return "redistribute";
    case COMM_REDUCE:
        return "reduce";
    case COMM_IRREGULAR:
        return "irregular";
    case COMM_ELEMENT:
        return "element";
    case COMM_BARRIER:
        return "barrier";
    }
    return "unknown";
}
