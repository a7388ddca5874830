/* Names that the generated program declares, and that the source has for something else. */

#include <string.h>

#include "codegen/text/emitter.h"
#include "codegen/text/names.h"

static void refuse(emitter *e, source_range where, const char *name)
{
    emit_refuse(e, where, "the generated program declares the name '%s' itself: rename this", name);
}

static const variable *variable_of(const emitter *e, const function *f, const char *name)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->variable_count; i++) {
        const variable *v = p->variables[i];
        bool is_seen = !f || !v->owner || v->owner == f;
        if (is_seen && v->text.file && !v->version_of && strcmp(v->name, name) == 0)
            return v;
    }
    return NULL;
}

/* The variables, and, of a name at file scope, the functions. */
static void check(emitter *e, const char *name)
{
    const variable *v = variable_of(e, NULL, name);
    if (v)
        refuse(e, v->where, name);
    for (const function *f = e->planned->program->functions; f; f = f->next)
        if (strcmp(f->name, name) == 0)
            refuse(e, f->where, name);
}

void emit_check_local(emitter *e, const char *name)
{
    const variable *v = variable_of(e, e->at->function, name);
    if (v)
        refuse(e, v->where, name);
}

void emit_check_names(emitter *e)
{
    static const char *const always[] = {"lay_out", "program_main"};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        check(e, always[i]);
    for (int i = 1; i <= e->planned->program->file_count; i++)
        check(e, arena_printf(e->ctx->arena, "lay_out_%d", i));
    for (int i = 0; i < e->axes.count; i++)
        check(e, e->axes.data[i].name);
    for (int i = 0; i < e->arrays.count; i++) {
        const array_info *a = &e->arrays.data[i];
        check(e, a->name);
        if (a->values)
            check(e, a->values);
        if (strcmp(a->own_name, a->var->name) != 0)
            check(e, a->own_name);
    }
    for (int i = 0; i < e->instances.count; i++) {
        const instance *one = &e->instances.data[i];
        if (!one->is_shared && one->call && strcmp(one->name, one->function->name) != 0)
            check(e, one->name);
    }
}

/* "p[0:2][1]", a part that has no name of its own, as one word. */
static const char *word_of(const emitter *e, const proc_grid *g)
{
    const char *bracket = strchr(g->name, '[');
    return bracket ? arena_printf(e->ctx->arena, "%.*s_part", (int)(bracket - g->name), g->name)
                   : g->name;
}

/* Functions may each have one of a name. */
const char *emit_grid_name(const emitter *e, const proc_grid *g)
{
    const layout *where = e->planned->layout;
    const char *name = word_of(e, g);
    int same = 1;
    for (int i = 0; i < where->grid_count && where->grids[i] != g; i++)
        same += strcmp(word_of(e, where->grids[i]), name) == 0;
    return same > 1 ? arena_printf(e->ctx->arena, "%s_%d", name, same) : name;
}

const char *emit_file_name(const source_file *file)
{
    const char *slash = strrchr(source_path(file), '/');
    return slash ? slash + 1 : source_path(file);
}
