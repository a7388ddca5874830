#include "program/tree/unknown.h"

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
