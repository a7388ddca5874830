#include "frontend/resolve/table.h"

#include <stdarg.h>
#include <string.h>

#include "frontend/directive/macro.h"
#include "frontend/resolve/align.h"
#include "frontend/resolve/coarray.h"
#include "frontend/resolve/dimension.h"
#include "frontend/resolve/distribute.h"
#include "frontend/resolve/grid.h"
#include "frontend/resolve/remap.h"
#include "frontend/resolve/shadow.h"
#include "frontend/resolve/template_fix.h"
#include "frontend/resolve/units.h"
#include "support/suggest.h"

directive_table *directive_table_new(fp_context *ctx, expr_pool *pool, expr_reader *reader)
{
    directive_table *t = ARENA_NEW(ctx->arena, directive_table);
    t->ctx = ctx;
    t->pool = pool;
    t->reader = reader;
    return t;
}

void directive_table_add(directive_table *t, const directive *d, const directive_names *names)
{
    declared one = {d, names};
    if (directive_is_declaration(d->kind))
        VEC_PUSH(t->ctx->arena, &t->declarations, one);
}

void directive_table_note(directive_table *t, const directive *d, const directive_names *names)
{
    VEC_PUSH(t->ctx->arena, &t->declarations, ((declared){d, names}));
}

static void for_each(directive_table *t, directive_kind kind,
                     void (*resolve)(directive_table *, const declared *))
{
    for (int i = 0; i < t->declarations.count; i++) {
        if (t->declarations.data[i].d->kind == kind)
            resolve(t, &t->declarations.data[i]);
    }
}

bool directive_table_resolve(directive_table *t)
{
    for_each(t, DIRECTIVE_NODES, resolve_nodes);
    resolve_grids(t);
    for_each(t, DIRECTIVE_TEMPLATE, resolve_template);
    for_each(t, DIRECTIVE_TEMPLATE_FIX, resolve_template_fix);
    check_templates_fixed(t);
    for_each(t, DIRECTIVE_DIMENSION, resolve_dimension);
    for_each(t, DIRECTIVE_DISTRIBUTE, resolve_distribute);
    scope_join_templates(t);
    for_each(t, DIRECTIVE_ALIGN, note_alignment);
    resolve_alignments(t);
    for_each(t, DIRECTIVE_SHADOW, resolve_shadow);
    for_each(t, DIRECTIVE_COARRAY, resolve_coarray);
    for_each(t, DIRECTIVE_INHERIT, resolve_inherit);
    for_each(t, DIRECTIVE_DYNAMIC, resolve_dynamic);
    for_each(t, DIRECTIVE_REDISTRIBUTE, resolve_redistribute);
    return !t->has_failed;
}

static bool is_any_grid_used(const directive_table *t)
{
    for (int i = 0; i < t->grids.count; i++)
        if (!t->grids.data[i]->is_unused)
            return true;
    return false;
}

void directive_table_use_grids(directive_table *t)
{
    for (int i = 0; i < t->entries.count; i++)
        if (t->entries.data[i].is_grid)
            scope_use_grid(t, &t->entries.data[i]);
}

int directive_table_grids(directive_table *t, const proc_grid *const **grids)
{
    /* Where nothing is placed anywhere, they say how many processors there are. */
    if (!is_any_grid_used(t))
        directive_table_use_grids(t);
    *grids = t->grids.data;
    return t->grids.count;
}

int directive_table_templates(const directive_table *t, const dist_template *const **templates)
{
    *templates = (const dist_template *const *)t->templates.data;
    return t->templates.count;
}

int directive_table_redistributions(const directive_table *t,
                                    const dist_template *const **redistributions)
{
    *redistributions = t->redistributed.data;
    return t->redistributed.count;
}

/* --- Reporting ------------------------------------------------------------- */

const char *scope_text(directive_table *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = arena_vprintf(t->ctx->arena, format, arguments);
    va_end(arguments);
    return text;
}

bool scope_fail(directive_table *t, const char *rule, source_range where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = arena_vprintf(t->ctx->arena, format, arguments);
    va_end(arguments);
    diag_report(t->ctx->diags, DIAG_ERROR, rule, where, "%s", text);
    t->has_failed = true;
    return false;
}

bool scope_fail_noting(directive_table *t, const char *rule, source_range where, const char *text,
                       source_range note_at, const char *note)
{
    diag *d = diag_report(t->ctx->diags, DIAG_ERROR, rule, where, "%s", text);
    if (source_range_is_set(note_at))
        diag_note(d, note_at, "%s", note);
    t->has_failed = true;
    return false;
}

bool scope_is_before(source_range a, source_range b)
{
    return a.file != b.file || a.line < b.line || (a.line == b.line && a.column < b.column);
}

const char *scope_dimensions(directive_table *t, int count)
{
    return scope_text(t, "%d dimension%s", count, count == 1 ? "" : "s");
}

/* --- Names ------------------------------------------------------------------ */

scope_entry *scope_find(directive_table *t, const directive_names *names, const char *name,
                        bool is_grid)
{
    scope_entry *outer = NULL;
    for (int i = 0; i < t->entries.count; i++) {
        scope_entry *e = &t->entries.data[i];
        if (e->name != name || e->is_grid != is_grid || e->unit != names->unit)
            continue;
        if (e->owner == names->owner)
            return e;
        if (!e->owner)
            outer = e;
    }
    return outer;
}

variable *scope_variable(const directive_names *names, directive_name name)
{
    meaning m = {0};
    bool is_there = names->find(names->data, name.text, name.where, &m);
    return is_there && m.kind == MEANING_DECLARED ? m.var : NULL;
}

/* Everything that a name in a directive could have meant. */
static const char *closest_name(directive_table *t, const directive_names *names, const char *name,
                                bool is_array)
{
    VEC(const char *) known = {0};
    for (int i = 0; i < t->entries.count; i++) {
        scope_entry *e = &t->entries.data[i];
        if (e->unit == names->unit && (!e->owner || e->owner == names->owner))
            VEC_PUSH(t->ctx->arena, &known, e->name);
    }
    const char *const *variables = NULL;
    int count = is_array && names->list ? names->list(names->data, &variables) : 0;
    for (int i = 0; i < count; i++)
        VEC_PUSH(t->ctx->arena, &known, variables[i]);
    return suggest_closest(name, known.data, known.count);
}

/* Of one mistake one message: the name was told of already, or stands in a directive that is
 * the mistake. */
static bool is_told_of(const directive_table *t, const char *name)
{
    for (int i = 0; i < t->unknown.count; i++)
        if (strcmp(t->unknown.data[i], name) == 0)
            return true;
    return diag_has_error_beside(t->ctx->diags, "unknown-directive", name);
}

bool scope_unknown(directive_table *t, const directive_names *names, directive_name name,
                   const char *what)
{
    bool is_array = what[0] == 'a';
    meaning m = {0};
    const char *is = NULL;
    if (scope_find(t, names, name.text, true))
        is = "an arrangement of processors";
    else if (scope_find(t, names, name.text, false))
        is = "a template";
    else if (names->find(names->data, name.text, name.where, &m) && m.kind != MEANING_NONE)
        is = m.kind == MEANING_MACRO    ? "a macro"
             : m.var && m.var->rank > 0 ? "an array"
             : m.var                    ? "a scalar variable"
             : strstr(what, "array")    ? "not an array"
                                        : "not a variable";
    if (is)
        return scope_fail_noting(t, "unknown-name", name.where,
                                 scope_text(t, "'%s' is %s; expected %s", name.text, is, what),
                                 m.where, scope_text(t, "'%s' is declared here", name.text));
    if (is_told_of(t, name.text)) {
        t->has_failed = true;
        return false;
    }
    VEC_PUSH(t->ctx->arena, &t->unknown, name.text);
    const char *near = closest_name(t, names, name.text, is_array);
    if (near)
        return scope_fail(t, "unknown-name", name.where, "'%s' is not declared; did you mean '%s'?",
                          name.text, near);
    return scope_fail(t, "unknown-name", name.where, "'%s' is not declared; expected %s", name.text,
                      what);
}

bool scope_is_fortran(dialect spelling, bool is_square)
{
    return spelling == DIALECT_XMP && !is_square;
}

int scope_dim(bool is_fortran, int rank, int k)
{
    return is_fortran ? rank - 1 - k : k;
}
