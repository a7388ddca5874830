#include "plan/normalize/temporary.h"

/* Compiler-generated variables. The program and its layout are extended by them
 * once all are known. */

#include <string.h>

static variable *new_variable(planner *p, const variable *of, const char *name, elem_kind kind,
                              int elem_bytes)
{
    variable *v = ARENA_NEW(p->arena, variable);
    v->name = name;
    v->where = of->where;
    v->kind = kind;
    v->elem_bytes = elem_bytes;
    v->type = of->type;
    v->owner = of->owner;
    v->formal_index = -1;
    v->is_temporary = true;
    v->id = p->program->variable_count + p->temporaries.count;
    return v;
}

static const variable *add_like(planner *p, const variable *like, variable *v)
{
    v->rank = like->rank;
    memcpy(v->extent, like->extent, sizeof v->extent);
    v->align = like->align;
    VEC_PUSH(p->arena, &p->temporaries, ((temporary){v, like, p->layout->map[like->id]}));
    return v;
}

const variable *temporary_like(planner *p, const variable *like, const char *name)
{
    for (int i = 0; i < p->temporaries.count; i++) {
        const temporary *t = &p->temporaries.data[i];
        if (t->like == like && t->var->name == name)
            return t->var;
    }
    return add_like(p, like, new_variable(p, like, name, like->kind, like->elem_bytes));
}

const variable *temporary_mask(planner *p, const variable *like, const char *name)
{
    variable *v = new_variable(p, like, name, ELEM_INT, 4);
    v->type = "int";
    v->is_mask = true;
    return add_like(p, like, v);
}

const variable *temporary_of_scalar(planner *p, const variable *like, const variable *scalar)
{
    for (int i = 0; i < p->temporaries.count; i++) {
        const temporary *t = &p->temporaries.data[i];
        if (t->like == like && t->var->name == scalar->name && t->var->kind == scalar->kind)
            return t->var;
    }
    variable *v = new_variable(p, scalar, scalar->name, scalar->kind, scalar->elem_bytes);
    v->is_in_registers = true;
    return add_like(p, like, v);
}

const variable *temporary_of_shape(planner *p, const variable *of, int rank,
                                   const expr *const *extent, const char *name)
{
    variable *v = new_variable(p, of, name, of->kind, of->elem_bytes);
    v->rank = rank;
    for (int d = 0; d < rank; d++)
        v->extent[d] = extent[d];
    VEC_PUSH(p->arena, &p->temporaries, ((temporary){v, NULL, NULL}));
    return v;
}

const variable *temporary_for_messages(planner *p, const variable *of, int rank,
                                       const expr *const *extent, const array_map *map)
{
    variable *v = new_variable(p, of, of->name, of->kind, of->elem_bytes);
    v->is_in_registers = v->is_message = true;
    v->rank = rank;
    for (int d = 0; d < rank; d++)
        v->extent[d] = extent[d];
    VEC_PUSH(p->arena, &p->temporaries, ((temporary){v, NULL, map}));
    return v;
}

const variable *temporary_version(planner *p, const variable *of, const array_map *map,
                                  const expr *const *extent)
{
    variable *v = arena_copy(p->arena, of, sizeof *of);
    v->version_of = of;
    v->is_temporary = false;
    memcpy(v->extent, extent, sizeof *extent * (size_t)of->rank);
    v->id = p->program->variable_count + p->temporaries.count;
    VEC_PUSH(p->arena, &p->temporaries, ((temporary){v, NULL, map}));
    return v;
}

const variable *temporary_sized(planner *p, const variable *of, const expr *const *extent)
{
    variable *v = arena_copy(p->arena, of, sizeof *of);
    memcpy(v->extent, extent, sizeof *extent * (size_t)of->rank);
    v->id = p->program->variable_count + p->temporaries.count;
    VEC_PUSH(p->arena, &p->temporaries, ((temporary){v, NULL, p->layout->map[of->id]}));
    return v;
}

void temporaries_keep(planner *p, const bool *is_used)
{
    int kept = 0;
    for (int i = 0; i < p->temporaries.count; i++) {
        if (!is_used[i])
            continue;
        p->temporaries.data[i].var->id = p->program->variable_count + kept;
        p->temporaries.data[kept++] = p->temporaries.data[i];
    }
    p->temporaries.count = kept;
}

void temporaries_place(planner *p)
{
    int before = p->program->variable_count, count = before + p->temporaries.count;
    if (count == before)
        return;
    program *extended = arena_copy(p->arena, p->program, sizeof *extended);
    layout *where = arena_copy(p->arena, p->layout, sizeof *where);
    const variable **variables = ARENA_ARRAY(p->arena, count, const variable *);
    const array_map **map = ARENA_ARRAY(p->arena, count, const array_map *);
    for (int i = 0; i < count; i++) {
        const temporary *t = i < before ? NULL : &p->temporaries.data[i - before];
        variables[i] = t ? t->var : p->program->variables[i];
        map[i] = t ? t->map : p->layout->map[i];
    }
    extended->variable_count = count;
    extended->variables = variables;
    where->map = map;
    p->program = extended;
    p->layout = where;
    p->temporaries.count = 0;
}
