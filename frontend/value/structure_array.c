/* Which arrays of structures are divided into their elements: value/structure_array.h. */

#include "frontend/value/structure_array.h"

#include <string.h>

#include "frontend/value/memory_function.h"
#include "frontend/value/structure_state.h"
#include "frontend/value/structure_unroll.h"
#include "frontend/value/syntax_copy.h"

/* More elements than that are no levels, and directives distribute such arrays themselves. */
enum { ELEMENTS_MOST = 64 };

/* --- Which ------------------------------------------------------------------------------------ */

static bool is_structure_array(const decl *d)
{
    return d->kind == DECL_VARIABLE && d->rank == 1 && d->record && d->member_count > 0 &&
           d->members[0]->kind == DECL_MEMBER;
}

/* Does a directive map members of its elements? */
static bool is_mapped(const structure_pass *p, const decl *d)
{
    for (int i = 0; i < p->mappings.count; i++) {
        const member_mapping *m = &p->mappings.data[i];
        bool is_tag = !m->is_of_variable && structure_is_tag_of(m, d);
        if (is_tag || structure_names_element(p, m, d))
            return true;
    }
    return false;
}

/* What the pointer is set to: the last found, and how often. */
static void find_values(const syntax *s, const decl *d, const syntax **value, int *count)
{
    if (!s)
        return;
    bool is_moved = s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS;
    bool is_set = s->kind == SYNTAX_ASSIGN || is_moved;
    if (is_set && s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl == d) {
        *value = s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE ? s->child[1] : NULL;
        *count += is_moved ? 2 : 1;
    }
    for (int i = 0; i < s->child_count; i++) {
        const syntax *part = syntax_part(s, i);
        if (s->kind == SYNTAX_DECLARATION && s->child[i]->decl == d && part) {
            *value = part;
            ++*count;
        }
        find_values(part, d, value, count);
    }
}

/* How many structures there are in the memory that the pointer is set to, once; 0: not known. */
static int64_t allocated_count(const structure_arrays *w, const decl *d)
{
    const c_program *source = w->pass->source;
    const syntax *value = d->function ? NULL : d->init;
    int count = value != NULL;
    for (int i = 0; i < source->function_count; i++)
        find_values(source->functions[i]->body, d, &value, &count);
    value = value ? flow_without_casts(value) : NULL;
    memory_use use = count == 1 && value && value->kind == SYNTAX_CALL && syntax_callee_name(value)
                         ? memory_use_of(value->child[0]->decl)
                         : MEMORY_NONE;
    int64_t bytes = 1;
    if (use != MEMORY_UNSET && use != MEMORY_ZERO)
        return 0;
    bool is_aligned = strcmp(value->child[0]->decl->name, "aligned_alloc") == 0;
    for (int i = is_aligned ? 2 : 1; i < value->child_count; i++) {
        int64_t part;
        if (!structure_number(w, value->child[i], &part) || part < 0 || part > INT32_MAX)
            return 0;
        bytes *= part;
    }
    int64_t one = d->type->target->bytes;
    return one > 0 && bytes % one == 0 && bytes / one > 1 ? bytes / one : 0;
}

static void find_arrays(structure_arrays *w)
{
    const structure_pass *p = w->pass;
    for (int i = 0; i < p->source->decl_count; i++) {
        decl *d = p->source->decls[i];
        if (!is_structure_array(d) || !is_mapped(p, d))
            continue;
        int64_t count = d->type->kind == TYPE_POINTER ? allocated_count(w, d) : d->count[0];
        if (count > 0 && count <= ELEMENTS_MOST)
            VEC_PUSH(p->ctx->arena, &w->all, ((structure_array){.d = d, .count = count}));
    }
}

/* --- Formals that are the array --------------------------------------------------------------- */

/* What calls pass to the formal: one array; null: something else, or several. */
typedef struct passed {
    structure_arrays *w;
    const decl *function;
    int position;
    const decl *array;
    bool is_other;
} passed;

static void find_passed(passed *f, const syntax *s)
{
    if (!s)
        return;
    bool is_call = s->kind == SYNTAX_CALL && syntax_callee_name(s) && s->child[0]->decl &&
                   s->child[0]->decl == f->function;
    if (is_call) {
        const syntax *given =
            f->position + 1 < s->child_count ? flow_without_casts(s->child[f->position + 1]) : NULL;
        const decl *d = given && given->kind == SYNTAX_NAME ? given->decl : NULL;
        f->is_other |= !d || (f->array && d != f->array);
        f->array = d;
    }
    for (int i = is_call ? 1 : 0; i < s->child_count; i++)
        find_passed(f, syntax_part(s, i));
    f->is_other |= s->kind == SYNTAX_NAME && s->decl == f->function;
}

static bool is_array(const structure_arrays *w, const decl *d)
{
    for (int i = 0; i < w->all.count; i++)
        if (w->all.data[i].d == d)
            return true;
    return false;
}

static const decl *only_array(structure_arrays *w, const decl *f, int position)
{
    const c_program *source = w->pass->source;
    const decl *formal = f->formals[position];
    const syntax *value = NULL;
    int sets = 0;
    passed found = {.w = w, .function = f, .position = position};
    if (formal->type->kind != TYPE_POINTER && formal->type->kind != TYPE_ARRAY)
        return NULL;
    find_values(f->body, formal, &value, &sets);
    for (int i = 0; i < source->function_count; i++)
        find_passed(&found, source->functions[i]->body);
    for (int i = 0; i < source->decl_count; i++)
        if (!source->decls[i]->function)
            find_passed(&found, source->decls[i]->init);
    bool is_itself = found.array == formal; /* it only passes itself on */
    return sets || found.is_other || is_itself || !is_array(w, found.array) ? NULL : found.array;
}

static void rename_all(syntax *s, const decl *from, const decl *to)
{
    if (!s)
        return;
    if (s->kind == SYNTAX_NAME && s->decl == from) {
        s->decl = (decl *)to;
        s->type = to->type;
    }
    for (int i = 0; i < s->child_count; i++) {
        rename_all((syntax *)syntax_part(s, i), from, to);
        if (s->kind != SYNTAX_DECLARATION)
            continue;
        for (int k = 0; k < s->child[i]->decl->rank; k++)
            rename_all((syntax *)s->child[i]->decl->extent[k], from, to);
    }
}

/* A function that passes its formal on to itself passes what that is. */
static void name_arrays(structure_arrays *w)
{
    const c_program *source = w->pass->source;
    bool has_changed = w->all.count > 0;
    while (has_changed) {
        has_changed = false;
        for (int i = 0; i < source->function_count; i++) {
            const decl *f = source->functions[i];
            for (int k = 0; k < f->formal_count; k++) {
                const decl *array = only_array(w, f, k);
                if (!array)
                    continue;
                rename_all((syntax *)f->body, f->formals[k], array);
                has_changed |= !w->is_expanded.data[f->formals[k]->id];
                w->is_expanded.data[f->formals[k]->id] = true;
            }
        }
    }
}

/* --- Uses ------------------------------------------------------------------------------------- */

static bool is_memory_call(const syntax *s)
{
    return s->kind == SYNTAX_CALL && syntax_callee_name(s) &&
           memory_use_of(s->child[0]->decl) != MEMORY_NONE;
}

/* Notes uses of arrays that are no elements with a number. */
static void check_uses(structure_arrays *w, const syntax *s)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    structure_array *a = structure_array_of(w, s);
    int64_t k;
    if (a && structure_number(w, s->child[1], &k) && k >= 0 && k < a->count)
        return;
    for (int i = 0; i < w->all.count; i++) {
        structure_array *one = &w->all.data[i];
        bool is_whole = s->kind == SYNTAX_NAME && s->decl == one->d;
        if ((is_whole || a == one) && !source_range_is_set(one->unknown))
            one->unknown = s->where;
    }
    bool is_set = s->kind == SYNTAX_ASSIGN && is_array(w, s->child[0]->decl) &&
                  s->child[0]->kind == SYNTAX_NAME;
    for (int i = 0; i < s->child_count; i++) {
        const syntax *part = syntax_part(s, i);
        bool is_freed = is_memory_call(s) && part && part->kind == SYNTAX_NAME;
        const decl *callee =
            s->kind == SYNTAX_CALL && syntax_callee_name(s) ? s->child[0]->decl : NULL;
        bool is_named = callee && callee->body && i > 0 && i <= callee->formal_count &&
                        w->is_expanded.data[callee->formals[i - 1]->id];
        if (!is_freed && !is_named && !(is_set && i == 0))
            check_uses(w, part);
    }
}

static void check_all(structure_arrays *w)
{
    const c_program *source = w->pass->source;
    for (int i = 0; i < source->function_count; i++)
        check_uses(w, source->functions[i]->body);
    for (int i = 0; i < source->decl_count; i++)
        if (!source->decls[i]->function)
            check_uses(w, source->decls[i]->init);
}

/* --- Elements --------------------------------------------------------------------------------- */

static void name_members(structure_arrays *w, syntax_copying *c, decl *element, const decl *pattern)
{
    fp_context *ctx = w->pass->ctx;
    size_t length = strlen(pattern->name);
    for (int k = 0; k < pattern->member_count; k++) {
        decl *member = c->copy[pattern->members[k]->id];
        member->name = intern(
            ctx->names, arena_printf(ctx->arena, "%s%s", element->name, member->name + length));
    }
}

/* `pattern` is what the array, or pointer, has members of. */
static decl *make_element(structure_arrays *w, const structure_array *a, int64_t k)
{
    fp_context *ctx = w->pass->ctx;
    const decl *pattern = a->d->members[0];
    const syntax *list = a->d->init && a->d->init->kind == SYNTAX_INIT_LIST ? a->d->init : NULL;
    syntax_copying c = syntax_copy_begin(ctx, w->pass->source);
    decl *element = syntax_copy_decl(&c, pattern);
    for (int i = 0; i < pattern->member_count; i++)
        syntax_copy_decl(&c, pattern->members[i]);
    syntax_fill_decl(&c, pattern);
    for (int i = 0; i < pattern->member_count; i++)
        syntax_fill_decl(&c, pattern->members[i]);
    element->kind = DECL_VARIABLE;
    element->whole = NULL;
    element->array = a->d;
    element->is_static = a->d->is_static;
    element->name =
        intern(ctx->names, arena_printf(ctx->arena, "%s[%lld]", a->d->name, (long long)k));
    element->init = list && k < list->child_count ? list->child[k] : NULL;
    name_members(w, &c, element, pattern);
    return element;
}

static void rewrite(structure_arrays *w, syntax *s)
{
    if (!s)
        return;
    structure_array *a = structure_array_of(w, s);
    int64_t k;
    if (a && a->element && structure_number(w, s->child[1], &k)) {
        s->kind = SYNTAX_NAME;
        s->decl = a->element[k];
        s->child_count = 0;
        return;
    }
    for (int i = 0; i < s->child_count; i++)
        rewrite(w, (syntax *)syntax_part(s, i));
}

static void divide(structure_arrays *w)
{
    c_program *source = w->pass->source;
    for (int i = 0; i < w->all.count; i++) {
        structure_array *a = &w->all.data[i];
        if (source_range_is_set(a->unknown)) {
            a->d->unknown_element = a->unknown;
            continue;
        }
        a->element = ARENA_ARRAY(w->pass->ctx->arena, a->count, decl *);
        for (int64_t k = 0; k < a->count; k++)
            a->element[k] = make_element(w, a, k);
        a->d->is_divided = true;
        a->d->member_count = 0;
    }
    for (int i = 0; i < source->function_count; i++)
        rewrite(w, (syntax *)source->functions[i]->body);
    for (int i = 0; i < source->decl_count; i++)
        if (!source->decls[i]->function)
            rewrite(w, (syntax *)source->decls[i]->init);
}

/* --- All -------------------------------------------------------------------------------------- */

void structure_divide_arrays(structure_pass *p)
{
    structure_arrays w = {.pass = p};
    for (int i = 0; i < p->source->decl_count; i++) {
        VEC_PUSH(p->ctx->arena, &w.is_number, false);
        VEC_PUSH(p->ctx->arena, &w.is_set, false);
        VEC_PUSH(p->ctx->arena, &w.is_expanded, false);
    }
    find_arrays(&w);
    if (!w.all.count)
        return;
    name_arrays(&w);
    structure_unroll(&w);
    check_all(&w);
    divide(&w);
    p->source->fixed_count = w.fixed.count;
    p->source->fixed = w.fixed.data;
}
