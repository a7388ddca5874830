#include "program/tree/tree.h"

/* Is place a before place b of the same file? */
static bool is_before(int line_a, int column_a, int line_b, int column_b)
{
    return line_a < line_b || (line_a == line_b && column_a < column_b);
}

static bool lies_in(source_range place, source_range extent)
{
    return place.file == extent.file &&
           !is_before(place.line, place.column, extent.line, extent.column) &&
           is_before(place.line, place.column, extent.end_line, extent.end_column);
}

const source_region *program_region_at(const program *p, source_range where)
{
    const source_region *smallest = NULL;
    for (int i = 0; i < p->region_count && where.file; i++)
        if (lies_in(where, p->regions[i]->extent))
            smallest = p->regions[i]; /* those inside come later */
    return smallest;
}

bool variable_is_of_source(const variable *v)
{
    return !v->owner || !v->owner->intrinsic;
}

const char *comm_subject(const communication *c)
{
    if (c->intrinsic && c->var && !variable_is_of_source(c->var))
        return c->intrinsic;
    return c->var ? c->var->name : "";
}

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
    case NODE_REMAP:
    case NODE_BREAK:
    case NODE_WAIT:
    case NODE_POST:
    case NODE_WAIT_POST:
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

const char *reduce_op_text(reduce_op op)
{
    switch (op) {
    case REDUCE_NONE:
        return "";
    case REDUCE_SUM:
        return "+";
    case REDUCE_PRODUCT:
        return "*";
    case REDUCE_MIN:
        return "min";
    case REDUCE_MAX:
        return "max";
    case REDUCE_AND:
        return "&";
    case REDUCE_OR:
        return "|";
    case REDUCE_XOR:
        return "^";
    case REDUCE_LOGICAL_AND:
        return "&&";
    case REDUCE_LOGICAL_OR:
        return "||";
    }
    return "?";
}

bool async_ids_match(const expr *waited, const expr *started)
{
    int64_t a, b;
    return !expr_is_int(waited, &a) || !expr_is_int(started, &b) || a == b;
}

bool comm_may_end_in(const communication *c, const communication *wait)
{
    if (wait->kind == COMM_WAIT)
        return c->kind != COMM_WAIT && c->async && async_ids_match(wait->async, c->async);
    return wait->kind == COMM_WAIT_POST && c->kind == COMM_POST &&
           (!wait->tag || async_ids_match(wait->tag, c->tag));
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
    case COMM_WAIT:
        return "wait_async";
    case COMM_POST:
        return "post";
    case COMM_WAIT_POST:
        return "wait";
    }
    return "unknown";
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
    case NODE_BARRIER:
    case NODE_WAIT:
    case NODE_POST:
    case NODE_WAIT_POST:
    case NODE_TASK:
    case NODE_GMOVE:
    case NODE_REMAP:
    case NODE_BREAK:
    case NODE_RETURN:
        return false;
    }
    return false;
}

bool comm_is_partial(const communication *c)
{
    for (int i = 0; i < c->need_count; i++) {
        const need *n = &c->needs[i];
        if (n->is_bound)
            return true;
        for (int d = 0; d < n->ref->var->rank; d++)
            if (n->ref->sub[d].kind == SUBSCRIPT_INDIRECT)
                return true;
    }
    return false;
}

bool comm_is_marked(const communication *c)
{
    return c->is_write_back && c->op == REDUCE_NONE && comm_is_partial(c);
}
