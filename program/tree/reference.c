#include "program/tree/reference.h"

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

const expr *reference_straight(const reference *r, int dim)
{
    const expr *value = r->sub[dim].value;
    bool is_other = r->straight && r->straight[dim].of == value && value;
    return is_other ? r->straight[dim].is : value;
}

bool references_may_meet(const reference *a, const reference *b)
{
    if (a->var != b->var)
        return false;
    bool is_part = a->member_bytes && b->member_bytes;
    return !is_part || (a->member_at < b->member_at + b->member_bytes &&
                        b->member_at < a->member_at + a->member_bytes);
}
