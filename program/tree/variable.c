#include "program/tree/variable.h"

#include "support/format.h"

const char *variable_names(arena *a, int count, const variable *const *list)
{
    const char **names = ARENA_ARRAY(a, count + 1, const char *);
    for (int i = 0; i < count; i++)
        names[i] = arena_printf(a, "'%s'", list[i]->name);
    return format_list(a, count, names, "and");
}
