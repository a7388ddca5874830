#include "plan/normalize/array_names.h"

array_names array_names_none(planner *p)
{
    array_names names = {.count = p->program->variable_count};
    const size_t bytes = (size_t)names.count * sizeof *p->program->variables;
    names.of = arena_copy(p->arena, p->program->variables, bytes);
    names.before = arena_copy(p->arena, p->program->variables, bytes);
    return names;
}

void array_names_exchange(array_names *names, const array_exchange *x)
{
    if (x->is_undone) { /* at the end of a function that is followed by itself */
        for (int i = 0; i < x->count; i++)
            names->of[x->array[i]->id] = x->array[i];
        return;
    }
    for (int i = 0; i < x->count; i++)
        names->before[i] = names->of[x->array[i]->id];
    for (int i = 0; i < x->count; i++)
        names->of[x->array[i]->id] = names->before[x->from[i]];
}
