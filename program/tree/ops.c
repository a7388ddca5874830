#include "program/tree/ops.h"

#include <assert.h>

const char *op_kind_name(op_kind kind)
{
    static const char *const names[OP_KIND_COUNT] = {
#define X(name, text) text,
        OP_KINDS(X)
#undef X
    };
    assert(kind < OP_KIND_COUNT);
    return names[kind];
}

void op_tally_add(op_tally *into, const op_tally *from)
{
    for (int i = 0; i < OP_KIND_COUNT; i++)
        into->n[i] += from->n[i];
}

uint32_t op_tally_total(const op_tally *t)
{
    uint32_t total = 0;
    for (int i = 0; i < OP_KIND_COUNT; i++)
        total += t->n[i];
    return total;
}
