/* Which arrays of structures are divided into their elements: value/structure_array.h. */

#include "frontend/value/structure_array.h"

#include <string.h>

#include "frontend/value/memory_function.h"
#include "frontend/value/structure_state.h"
#include "frontend/value/structure_turn.h"
#include "frontend/value/structure_unroll.h"
#include "frontend/value/syntax_copy.h"

/* --- Which ------------------------------------------------------------------------------------ */

static bool is_structure_array(const decl *d)
{
    bool has_pattern = d->member_count > 0 && d->members[0]->whole == d &&
                       d->members[0]->kind == DECL_MEMBER && d->members[0]->rank == 0;
    bool is_member = d->kind == DECL_MEMBER && d->rank == 1 && d->type->kind == TYPE_ARRAY;
    return d->record && ((d->kind == DECL_VARIABLE && d->rank == 1 && has_pattern) || is_member);
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

/* How many structures there are in the memory that the pointer is set to, once; 0: not known. What
 * another file's function asks for by convention may be zeroed. */
static int64_t allocated_count(const structure_arrays *w, const decl *d, bool *is_unset)
{
    const c_program *source = w->pass->source;
    const syntax *value = d->function ? NULL : d->init;
    int count = value != NULL;
    for (int i = 0; i < source->function_count; i++)
        find_values(source->functions[i]->body, d, &value, &count);
    value = value ? syntax_without_casts(value) : NULL;
    memory_use use = count == 1 && value && value->kind == SYNTAX_CALL && syntax_callee_name(value)
                         ? memory_use_of(value->child[0]->decl)
                         : MEMORY_NONE;
    int64_t bytes = 1;
    if (use != MEMORY_UNSET && use != MEMORY_ZERO)
        return 0;
    *is_unset = use == MEMORY_UNSET && !memory_use_is_by_name(value->child[0]->decl);
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

static bool has_member_array(const structure_arrays *w, const char *member, const decl *d)
{
    for (int i = 0; i < w->all.count; i++) {
        const structure_array *a = &w->all.data[i];
        if (a->member == member && a->d->element->bytes == d->element->bytes)
            return true;
    }
    return false;
}

static void find_arrays(structure_arrays *w)
{
    const structure_pass *p = w->pass;
    for (int i = 0; i < p->source->decl_count; i++) {
        decl *d = p->source->decls[i];
        if (!is_structure_array(d) || !is_mapped(p, d))
            continue;
        bool is_member = d->kind == DECL_MEMBER;
        const char *member = is_member ? intern(p->ctx->names, strrchr(d->name, '.') + 1) : NULL;
        bool is_unset = false;
        int64_t count =
            d->type->kind == TYPE_POINTER ? allocated_count(w, d, &is_unset) : d->count[0];
        if (count > 0 && count <= STRUCTURE_ELEMENTS_MOST &&
            !(is_member && has_member_array(w, member, d)))
            VEC_PUSH(p->ctx->arena, &w->all,
                     ((structure_array){.d = d,
                                        .has_pointers = d->type->kind == TYPE_ARRAY &&
                                                        d->type->target->kind == TYPE_POINTER,
                                        .member = member,
                                        .count = count,
                                        .is_unset = is_unset}));
    }
}

/* --- Uses ------------------------------------------------------------------------------------- */

static bool is_whole(const structure_array *a, const syntax *s)
{
    if (a->member)
        return s->kind == SYNTAX_MEMBER && s->member == a->member && s->type &&
               s->type->kind == TYPE_ARRAY && s->type->target->bytes == a->d->element->bytes;
    return s->kind == SYNTAX_NAME && s->decl == a->d;
}

/* May child i of `s` name an array as it does? Memory is asked for, tested or given back; or a
 * formal gets it that is that array. */
static bool may_name(const structure_arrays *w, const syntax *s, int i)
{
    const decl *f = s->kind == SYNTAX_CALL && syntax_callee_name(s) ? s->child[0]->decl : NULL;
    bool is_name = s->child[i]->kind == SYNTAX_NAME;
    bool is_test = (s->kind == SYNTAX_UNARY && s->op == OPERATOR_NOT) ||
                   (s->kind == SYNTAX_BINARY && (s->op == OPERATOR_EQ || s->op == OPERATOR_NE)) ||
                   ((s->kind == SYNTAX_IF || s->kind == SYNTAX_CONDITIONAL) && i == 0);
    if (is_name && (is_test || (s->kind == SYNTAX_ASSIGN && i == 0)))
        return true;
    return f && i > 0 && s->child[i]->kind == SYNTAX_NAME &&
           (memory_use_of(f) != MEMORY_NONE ||
            (f->body && i <= f->formal_count && w->is_named.data[f->formals[i - 1]->id]));
}

/* Notes uses of arrays that are no elements with a number. */
static void check_uses(structure_arrays *w, const syntax *s)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    structure_array *a = structure_array_of(w, s);
    int64_t k;
    if (a && structure_number(w, s->child[1], &k) && k >= 0 && k < a->count) {
        if (a->member)
            check_uses(w, s->child[0]->child[0]);
        return;
    }
    for (int i = 0; i < w->all.count; i++) {
        structure_array *one = &w->all.data[i];
        if ((is_whole(one, s) || a == one) && !source_range_is_set(one->unknown))
            one->unknown = s->where;
    }
    for (int i = 0; i < s->child_count; i++)
        if (!s->child[i] || !may_name(w, s, i))
            check_uses(w, syntax_part(s, i));
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

/* "lev.u" of the array is "lev[2].u" of the element; the first is what has these members. */
static void name_members(structure_arrays *w, const syntax_copying *c, const decl *element,
                         const decl *array)
{
    fp_context *ctx = w->pass->ctx;
    for (int k = 1; k < array->member_count; k++) {
        decl *member = c->copy[array->members[k]->id];
        member->name = intern(ctx->names, arena_printf(ctx->arena, "%s%s", element->name,
                                                       member->name + strlen(array->name)));
    }
}

static decl *make_element(structure_arrays *w, const structure_array *a, int64_t k)
{
    fp_context *ctx = w->pass->ctx;
    const decl *array = a->d, *pattern = a->has_pointers ? array : array->members[0];
    const syntax *list = array->init && array->init->kind == SYNTAX_INIT_LIST ? array->init : NULL;
    const char *name = arena_printf(ctx->arena, "%s[%lld]", array->name, (long long)k);
    syntax_copying c = syntax_copy_begin(ctx, w->pass->source);
    decl *element = syntax_copy_decl(&c, pattern);
    for (int i = 0; i < array->member_count; i++)
        if (array->members[i] != pattern)
            syntax_copy_decl(&c, array->members[i]);
    syntax_fill_decl(&c, pattern);
    for (int i = 0; i < array->member_count; i++)
        if (array->members[i] != pattern)
            syntax_fill_decl(&c, array->members[i]);
    element->kind = DECL_VARIABLE;
    element->whole = NULL;
    element->array = array;
    element->is_unset = a->is_unset;
    element->is_static = array->is_static;
    element->name = intern(ctx->names, name);
    element->init = list && k < list->child_count ? list->child[k] : NULL;
    if (a->has_pointers) {
        element->type = array->type->target;
        element->extent[0] = NULL;
        element->count[0] = -1;
        element->element = array->members[0]->type;
        element->members[0]->name = element->name;
    }
    name_members(w, &c, element, array);
    return element;
}

static void rewrite(structure_arrays *w, syntax *s)
{
    if (!s)
        return;
    structure_array *a = structure_array_of(w, s);
    int64_t k;
    bool is_known = a && structure_number(w, s->child[1], &k) && k >= 0 && k < a->count;
    if (is_known && (a->element || a->member))
        level_fix(w, s->child[1]);
    if (is_known && a->element) {
        s->kind = SYNTAX_NAME;
        s->decl = a->element[k];
        s->child_count = 0;
        return;
    }
    if (is_known && a->member)
        s->child[1] = syntax_number_at(w->pass->ctx, s->child[1], s->child[1]->type, k);
    for (int i = 0; i < s->child_count; i++)
        rewrite(w, (syntax *)syntax_part(s, i));
}

static void divide(structure_arrays *w)
{
    c_program *source = w->pass->source;
    for (int i = 0; i < w->all.count; i++) {
        structure_array *a = &w->all.data[i];
        a->d->unknown_element = a->unknown;
        if (a->member || source_range_is_set(a->unknown))
            continue;
        level_fix(w, a->d->extent[0]);
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
        VEC_PUSH(p->ctx->arena, &w.is_index, false);
        VEC_PUSH(p->ctx->arena, &w.is_number, false);
        VEC_PUSH(p->ctx->arena, &w.is_set, false);
        VEC_PUSH(p->ctx->arena, &w.is_named, false);
    }
    find_arrays(&w);
    if (!w.all.count)
        return;
    structure_name_elements(&w);
    structure_walk_all(&w);
    structure_turn_all(&w);
    structure_unroll(&w);
    check_all(&w);
    divide(&w);
    p->source->fixed_count = w.fixed.count;
    p->source->fixed = w.fixed.data;
}
