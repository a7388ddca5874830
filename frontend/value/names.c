/* What names mean, to directives and to code. */

#include "frontend/value/names.h"

#include <stdlib.h>
#include <string.h>

#include "frontend/value/array_constants.h"
#include "frontend/value/callee_effects.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/decl_index.h"
#include "frontend/value/integer.h"
#include "frontend/value/member.h"
#include "frontend/value/member_value.h"
#include "frontend/value/node_queries.h"
#include "frontend/value/one_value.h"

typedef struct name_scope {
    lowering *lo;
    decl *function; /* null: file scope */
    int unit;       /* the translation unit whose macros and declarations are seen */
} name_scope;

/* Is the local `d` in scope at `at`, and declared before it? */
static bool is_seen(const decl *d, source_range at)
{
    if (d->kind == DECL_FORMAL || !d->where.file || d->where.file != at.file)
        return d->kind == DECL_FORMAL;
    return source_contains(d->scope, at) && source_is_before(d->where, at);
}

/* The innermost declaration of `name`. */
static const decl *find_decl(const name_scope *s, const char *name, source_range at)
{
    const decl *best = NULL;
    const char *id = strchr(name, DIRECTIVE_NAME_ID);
    if (id)
        return s->lo->source->decls[atoi(id + 1)];
    decl_list local = {0}, outer = decls_named(s->lo, NULL, name);
    if (s->function)
        local = decls_named(s->lo, s->function, name);
    for (int i = 0; i < local.count; i++)
        if (is_seen(local.decls[i], at) &&
            (!best || source_is_before(best->where, local.decls[i]->where)))
            best = local.decls[i];
    for (int i = 0; i < outer.count && !best; i++)
        if (c_unit_declares(&s->lo->source->units[s->unit], outer.decls[i]))
            best = outer.decls[i];
    return best;
}

static const c_macro *find_system_macro(const c_unit *unit, const char *name)
{
    for (int i = 0; i < unit->system_macro_count; i++)
        if (unit->system_macros[i].name == name)
            return &unit->system_macros[i];
    return NULL;
}

static const bound_loop *bound_variable(const lowering *lo, const char *name)
{
    for (int i = lo->around.bound.count - 1; i >= 0; i--)
        if (lo->around.bound.data[i].var->name == name)
            return &lo->around.bound.data[i];
    return NULL;
}

/* The type of an integer, or of an array's elements. */
static c_integer_type integer_type_of(const decl *d)
{
    const c_type *type = d->type && d->type->kind == TYPE_INT ? d->type : d->element;
    return type && type->kind == TYPE_INT ? c_type_integer(type) : (c_integer_type){0};
}

static bool find(void *data, const char *name, source_range at, meaning *out)
{
    const name_scope *s = data;
    const bound_loop *loop = bound_variable(s->lo, name);
    if (loop) {
        out->kind = MEANING_DECLARED;
        out->where = loop->var->where;
        out->value = expr_loop_var(s->lo->pool, loop->loop);
        out->type = integer_type_of(loop->var);
        out->var = s->lo->info[loop->var->id].var;
        return true;
    }
    const c_macro *own = pragma_find_macro(&s->lo->pragmas.macros[s->unit], name, at);
    const c_macro *m = own ? own : find_system_macro(&s->lo->source->units[s->unit], name);
    if (m) {
        out->kind = MEANING_MACRO;
        out->is_system = !own;
        out->where = m->where;
        out->body = m->body;
        out->is_function_like = m->is_function_like;
        out->formal_count = m->formal_count;
        out->formals = m->formals;
        return true;
    }
    const decl *d = find_decl(s, name, at);
    bool is_number = d && d->kind == DECL_MEMBER && d->rank == 0 && d->type->kind == TYPE_INT;
    if (!d || (d->kind == DECL_MEMBER && !is_number && value_is_pointed_member(d)))
        return false;
    if (is_number && value_is_pointed_member(d)) {
        *out = (meaning){.kind = MEANING_DECLARED,
                         .where = d->where,
                         .value = value_of_member(s->lo, value_member_name(s->lo, d), true),
                         .type = integer_type_of(d)};
        return true;
    }
    if (d->kind == DECL_MEMBER)
        value_add_member(s->lo, d);
    out->kind = MEANING_DECLARED;
    out->where = d->where;
    s->lo->info[d->id].is_in_directive |= decl_is_integer(d);
    out->var = s->lo->info[d->id].var;
    out->value = is_number ? value_of_member(s->lo, value_member_name(s->lo, d), true)
                           : value_of_decl(s->lo, d, true);
    out->type = integer_type_of(d);
    return true;
}

static int list(void *data, const char *const **names)
{
    const name_scope *s = data;
    VEC(const char *) found = {0};
    for (int i = 0; i < s->lo->source->decl_count; i++) {
        const decl *d = s->lo->source->decls[i];
        bool is_seen = !d->function || d->function == s->function;
        if (s->lo->info[d->id].var && is_seen && c_unit_declares(&s->lo->source->units[s->unit], d))
            VEC_PUSH(s->lo->ctx->arena, &found, d->name);
    }
    *names = found.data;
    return found.count;
}

static int elements(void *data, const char *name, source_range at, const expr *const **out)
{
    const name_scope *s = data;
    const decl *d = find_decl(s, name, at);
    bool is_variable = d && (d->kind == DECL_VARIABLE || d->kind == DECL_FORMAL) && d->element;
    if (is_variable)
        s->lo->info[d->id].is_in_directive = true;
    return is_variable ? value_elements(s->lo, d, out) : -1;
}

static bool type(void *data, const char *name, named_type *out)
{
    const name_scope *s = data;
    const c_unit *unit = &s->lo->source->units[s->unit];
    for (int i = unit->size_count - 1; i >= 0; i--)
        if (unit->sizes[i].name == name) {
            const c_type *is = &unit->sizes[i].type;
            *out = (named_type){is->bytes, is->kind == TYPE_INT, c_type_integer(is)};
            return true;
        }
    return false;
}

static int64_t pointer_bytes(name_scope *s)
{
    named_type pointer = {0};
    type(s, intern(s->lo->ctx->names, "void *"), &pointer);
    return pointer.bytes;
}

/* A formal array is a pointer. */
static const expr *object_bytes(void *data, const char *name, source_range at, int level)
{
    const name_scope *s = data;
    const decl *d = find_decl(s, name, at);
    if (!d || !d->element || level > d->rank + d->is_whole_pointer)
        return NULL;
    bool is_pointer =
        level == 0 && d->rank && (d->kind == DECL_FORMAL || d->type->kind == TYPE_POINTER);
    if (is_pointer)
        return expr_int(s->lo->pool, pointer_bytes(data));
    const expr *count = value_extents(s->lo, d, level - d->is_whole_pointer, d->rank);
    return count && d->element->bytes > 0
               ? expr_mul(s->lo->pool, count, expr_int(s->lo->pool, d->element->bytes))
               : NULL;
}

const directive_names *value_names(lowering *lo, decl *f, int unit)
{
    name_scope *scope = ARENA_NEW(lo->ctx->arena, name_scope);
    *scope = (name_scope){lo, f, unit};
    directive_names *names = ARENA_NEW(lo->ctx->arena, directive_names);
    *names = (directive_names){.data = scope,
                               .owner = f ? lo->info[f->id].fn : NULL,
                               .unit = unit,
                               .find = find,
                               .type = type,
                               .object_bytes = object_bytes,
                               .list = list,
                               .elements = elements};
    return names;
}

/* --- Values -------------------------------------------------------------- */

/* The expression of parameters that an enumerator has, or is the successor
 * of; null: it is a number. */
static const expr *enumerator_expression(lowering *lo, const decl *d)
{
    int64_t number;
    if (d->init) {
        const expr *value = value_integer(lo, d->init, false);
        return value && !expr_is_int(value, &number) ? value : NULL;
    }
    const expr *before = d->previous ? enumerator_expression(lo, d->previous) : NULL;
    return before ? expr_add(lo->pool, before, expr_int(lo->pool, 1)) : NULL;
}

/* A number is a parameter of that name; an expression of parameters is that
 * expression, as it is for macros. Where a macro has the enumerator and its value (`red = 3`), what
 * is asked is which number the macro stands for, and its text begins with the enumerator. */
static const expr *enumerator_value(lowering *lo, const decl *d)
{
    decl_info *info = &lo->info[d->id];
    if (info->traced)
        return info->traced;
    if (info->is_tracing)
        return expr_int(lo->pool, d->value);
    info->is_tracing = true;
    const expr *value = enumerator_expression(lo, d);
    info->is_tracing = false;
    if (!value) {
        param *p = expr_new_param(lo->pool, PARAM_CONSTANT, d->name, d->where);
        p->value = expr_int(lo->pool, d->value);
        p->provenance = "enum";
        value = expr_param(lo->pool, p);
    }
    info->traced = value;
    return value;
}

/* Does the variable have several values that nothing tells, here and there, or one on each
 * processor? Then no single one can be given for it. */
static bool has_several(lowering *lo, const decl *d)
{
    const decl_info *info = &lo->info[d->id];
    const syntax *value = info->assigned ? info->assigned : d->init;
    return value_has_several(lo, d) || value_queries_rank(lo, value);
}

const expr *value_of_decl(lowering *lo, const decl *d, bool allow_unknown)
{
    if (d->kind == DECL_ENUMERATOR)
        return enumerator_value(lo, d);
    if (!decl_is_integer(d))
        return NULL;
    const decl_info *info = &lo->info[d->id];
    if (info->is_rank) /* another one on each processor */
        return NULL;
    if (info->now.flow == FLOW_VALUE)
        return info->now.value;
    bool is_known_flow = value_has_known_flow(lo, d);
    const expr *traced = info->now.flow == FLOW_UNSET || is_known_flow ? value_traced(lo, d) : NULL;
    if (traced)
        return traced;
    if (allow_unknown && lo->reading.is_bound &&
        ((!is_known_flow && value_varies_around(lo, d)) || has_several(lo, d) ||
         value_is_stored_around(lo, d)))
        return NULL;
    bool is_extent = allow_unknown && !lo->reading.is_bound;
    if (!is_extent && is_known_flow &&
        (value_has_several(lo, d) || value_is_called_to_change(lo, d) ||
         value_may_be_stored(lo, d)))
        return NULL;
    return allow_unknown || is_known_flow ? value_unknown(lo, d) : NULL;
}
