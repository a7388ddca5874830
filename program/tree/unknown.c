#include "program/tree/unknown.h"

#include <string.h>

bool unknown_is_same(const unknown_effect *a, const unknown_effect *b)
{
    return a == b || (a->kind == b->kind && a->where.file == b->where.file &&
                      a->where.line == b->where.line && a->where.column == b->where.column &&
                      strcmp(a->reason, b->reason) == 0);
}

bool unknown_touches(const unknown_effect *u, const variable *array)
{
    if (u->touches_all)
        return true;
    if (array->version_of)
        array = array->version_of;
    for (int i = 0; i < u->array_count; i++)
        if (u->arrays[i] == array)
            return true;
    return false;
}
