#include "program/tree/communication.h"

#include "program/tree/tree.h"

bool home_equal(const home *a, const home *b)
{
    if (a->grid != b->grid)
        return false;
    for (int k = 0; a->grid && k < a->grid->rank; k++) {
        const home_axis *x = &a->axis[k], *y = &b->axis[k];
        if (x->is_restricted != y->is_restricted)
            return false;
        if (x->is_restricted && (!axis_map_equal(&x->map, &y->map) || x->index != y->index ||
                                 x->last != y->last || x->step != y->step ||
                                 x->map.stride != y->map.stride || x->map.offset != y->map.offset))
            return false;
    }
    return true;
}

const char *comm_subject(const communication *c)
{
    if (c->intrinsic && c->var && !variable_is_of_source(c->var))
        return c->intrinsic;
    return c->var ? c->var->name : "";
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
    case COMM_PUT:
        return "put";
    case COMM_GET:
        return "get";
    }
    return "unknown";
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

bool comm_is_all_to_all(const communication *c)
{
    bool is_kind = c->kind == COMM_TRANSPOSE || c->kind == COMM_REDISTRIBUTE;
    return is_kind && !comm_is_write_back(c) && !comm_is_partial(c) && !c->is_mixed && !c->async;
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
