/* Pointers to whole arrays: value/whole_pointer.h. Pointers that may hold the same address are
 * joined: all of them are such pointers, or none is. A use that shows that one may name other
 * places than the array's beginning is enough for none. */

#include "frontend/value/whole_pointer.h"

#include <string.h>

typedef struct whole_pass {
    const c_program *source;
    int *parent;             /* by a declaration's id: assignments and calls join them */
    bool *is_used;           /* as *a, or it is of one array: &b, or what a directive maps so */
    bool *is_other;          /* may be one of several arrays, */
    source_range *other_use; /* as the first such use says; unset: a directive does */
    int sizes;               /* of `sizeof` around: nothing is used there */
} whole_pass;

static bool is_candidate(const decl *d)
{
    bool is_kind = d && (d->kind == DECL_VARIABLE || d->kind == DECL_FORMAL);
    return is_kind && d->element && d->where.file && d->rank > 1 && d->type->kind == TYPE_POINTER &&
           d->type->target->kind == TYPE_ARRAY;
}

/* The candidate that the expression is; null: it is none. */
static const decl *named(const syntax *s)
{
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    return is_candidate(d) ? d : NULL;
}

static int root(whole_pass *w, int id)
{
    while (w->parent[id] != id)
        id = w->parent[id] = w->parent[w->parent[id]];
    return id;
}

static void lose(whole_pass *w, const decl *d, source_range use)
{
    if (!w->is_other[d->id])
        w->other_use[d->id] = use;
    w->is_other[d->id] = true;
}

static bool is_zero(const syntax *s)
{
    return s->kind == SYNTAX_INT && s->value == 0;
}

/* --- Uses ------------------------------------------------------------------------------------ */

/* The function whose body a call executes; null: it is elsewhere, or not known. */
static const decl *callee_of(const syntax *call)
{
    const decl *f = syntax_callee_name(call) ? call->child[0]->decl : NULL;
    return f && f->body ? f : NULL;
}

/* The formal that gets child i of the call; null: none does, or it cannot be such a pointer. */
static const decl *formal_of(const syntax *call, int i)
{
    const decl *f = callee_of(call);
    return f && i > 0 && i <= f->formal_count && is_candidate(f->formals[i - 1]) ? f->formals[i - 1]
                                                                                 : NULL;
}

/* Is argument i looked at by nothing that knows the array's shape? */
static bool is_passed_untyped(const syntax *call, int i)
{
    const decl *f = syntax_callee_name(call) ? call->child[0]->decl : NULL;
    if (!f || i == 0)
        return false;
    const c_type *type = i <= f->parameter_count ? f->parameters[i - 1] : NULL;
    return !f->body || (type && type->kind == TYPE_POINTER && type->target->kind == TYPE_VOID);
}

/* Does a pointer that stands as child i of `s` lead to nothing but the array's beginning? What is
 * done by its address is another matter: who sets it so is found where aliases are. */
static bool keeps_beginning(const syntax *s, int i)
{
    if (s->kind == SYNTAX_UNARY)
        return s->op == OPERATOR_DEREF || s->op == OPERATOR_NOT || s->op == OPERATOR_ADDRESS;
    if (s->kind == SYNTAX_SUBSCRIPT)
        return i == 0 && is_zero(s->child[1]);
    if (s->kind == SYNTAX_ASSIGN && i == 1)
        return s->op == OPERATOR_NONE && named(s->child[0]);
    if (s->kind == SYNTAX_ASSIGN)
        return s->op == OPERATOR_NONE;
    if (s->kind == SYNTAX_BINARY)
        return s->op >= OPERATOR_LOGICAL_AND && s->op <= OPERATOR_NE;
    if (s->kind == SYNTAX_IF || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_CONDITIONAL)
        return i == 0;
    if (s->kind == SYNTAX_CALL)
        return formal_of(s, i) || is_passed_untyped(s, i);
    return s->kind == SYNTAX_DECLARATION || s->kind == SYNTAX_BLOCK;
}

/* --- Values ---------------------------------------------------------------------------------- */

static bool leads_to_array(const c_type *type)
{
    return type && (type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY) && type->target &&
           type->target->kind == TYPE_ARRAY;
}

/* &a of an array, which `pointer` then leads to all of. */
static bool is_array_address(const decl *pointer, const syntax *s)
{
    const syntax *of = s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS ? s->child[0] : NULL;
    const decl *d = of && of->kind == SYNTAX_NAME ? of->decl : NULL;
    return d && d->kind == DECL_VARIABLE && d->type->kind == TYPE_ARRAY &&
           d->rank == pointer->rank - 1 && d->type->bytes == pointer->type->target->bytes;
}

/* `pointer` gets the value; null: nobody knows which. What a formal gets must be known. */
static void set(whole_pass *w, const decl *pointer, const syntax *value, source_range where)
{
    while (value && (value->kind == SYNTAX_CAST || value->kind == SYNTAX_ASSIGN))
        value = value->child[0];
    const decl *from = value ? named(value) : NULL;
    if (from && from->rank == pointer->rank) {
        w->parent[root(w, from->id)] = root(w, pointer->id);
        return;
    }
    bool is_fresh = value && (value->kind == SYNTAX_CALL || value->kind == SYNTAX_INT);
    bool is_array = value && is_array_address(pointer, value);
    bool is_place = pointer->kind == DECL_FORMAL || !value || leads_to_array(value->type);
    w->is_used[pointer->id] |= is_array;
    if (is_place && !is_array && !is_fresh)
        lose(w, pointer, where);
}

static void set_formals(whole_pass *w, const syntax *call)
{
    const decl *f = callee_of(call);
    for (int i = 1; f && i <= f->formal_count; i++)
        if (formal_of(call, i))
            set(w, formal_of(call, i), i < call->child_count ? call->child[i] : NULL, call->where);
}

/* Of a function that is called by its address, nothing tells what it gets. */
static void lose_formals(whole_pass *w, const decl *f, source_range use)
{
    for (int i = 0; i < f->formal_count; i++)
        lose(w, f->formals[i], use);
}

static void see_name(whole_pass *w, const syntax *around, int i, const syntax *s)
{
    bool is_called = around && around->kind == SYNTAX_CALL && i == 0;
    if (s->kind == SYNTAX_NAME && s->decl && s->decl->kind == DECL_FUNCTION && !is_called)
        lose_formals(w, s->decl, s->where);
    const decl *d = named(s);
    if (!d)
        return;
    if (!around || !keeps_beginning(around, i))
        lose(w, d, around ? around->where : s->where);
    w->is_used[d->id] |=
        around && around->kind == SYNTAX_UNARY && around->op == OPERATOR_DEREF && w->sizes == 0;
}

/* `around` has `s` as its child i; casts to void * between them are left out. */
static void visit(whole_pass *w, const syntax *around, int i, const syntax *s)
{
    if (!s)
        return;
    bool is_cast_away = s->kind == SYNTAX_CAST && s->type->kind == TYPE_POINTER &&
                        s->type->target->kind == TYPE_VOID;
    if (s->kind == SYNTAX_NAME)
        see_name(w, around, i, s);
    else if (s->kind == SYNTAX_ASSIGN && named(s->child[0]))
        set(w, named(s->child[0]), s->child[1], s->where);
    else if (s->kind == SYNTAX_CALL)
        set_formals(w, s);
    w->sizes += s->kind == SYNTAX_SIZEOF;
    for (int k = 0; k < s->child_count; k++) {
        visit(w, is_cast_away ? around : s, is_cast_away ? i : k, s->child[k]);
        const decl *d = s->kind == SYNTAX_DECLARATION ? s->child[k]->decl : NULL;
        if (!d || !d->init)
            continue;
        if (is_candidate(d))
            set(w, d, d->init, d->init->where);
        visit(w, s, k, d->init);
    }
    w->sizes -= s->kind == SYNTAX_SIZEOF;
}

/* --- Directives ------------------------------------------------------------------------------ */

static bool is_in_scope(const decl *d, source_range where)
{
    const decl *f = d->function;
    return !f || source_contains(d->kind == DECL_FORMAL ? f->text : d->scope, where);
}

/* What the directive maps has `rank` dimensions: those of the array, or one more. */
static void note_name(whole_pass *w, const directive *d, directive_name name, int rank)
{
    bool is_local = false; /* a name of the function hides one of the file */
    for (int pass = 0; pass < 2 && rank && name.text && !is_local; pass++)
        for (int i = 0; i < w->source->decl_count; i++) {
            const decl *found = w->source->decls[i];
            bool is_of_pass = pass == 0 ? found->function != NULL : found->function == NULL;
            if (!is_of_pass || !is_candidate(found) || found->name != name.text ||
                !is_in_scope(found, d->where))
                continue;
            is_local |= pass == 0;
            w->is_used[i] |= rank == found->rank - 1;
            w->is_other[i] |= rank == found->rank;
        }
}

static void note_directive(whole_pass *w, const directive *d)
{
    if (d->kind == DIRECTIVE_ALIGN)
        note_name(w, d, d->u.align.source.name, d->u.align.source.count);
    else if (d->kind == DIRECTIVE_DISTRIBUTE)
        note_name(w, d, d->u.distribute.target, d->u.distribute.format_count);
    else if (d->kind == DIRECTIVE_DIMENSION)
        note_name(w, d, d->u.shape.name, d->u.shape.count);
}

/* --- All of them ----------------------------------------------------------------------------- */

/* The rank and the extents are those of what it points at. */
static void drop_outermost(decl *d)
{
    size_t rest = (size_t)(d->rank - 1);
    memmove(d->extent, d->extent + 1, rest * sizeof *d->extent);
    memmove(d->count, d->count + 1, rest * sizeof *d->count);
    d->rank--;
}

/* Those that are joined are such pointers together, or none is. */
static void settle(whole_pass *w)
{
    int count = w->source->decl_count;
    for (int i = 0; i < count; i++) {
        int all = root(w, i);
        w->is_used[all] |= w->is_used[i];
        if (w->is_other[i])
            lose(w, w->source->decls[all], w->other_use[i]);
    }
    for (int i = 0; i < count; i++) {
        decl *d = w->source->decls[i];
        int all = root(w, i);
        if (!is_candidate(d))
            continue;
        d->is_whole_pointer = w->is_used[all] && !w->is_other[all];
        d->other_use = w->other_use[all];
        if (d->is_whole_pointer)
            drop_outermost(d);
    }
}

void value_find_whole_pointers(fp_context *ctx, c_program *source, const pragma_list *pragmas)
{
    int count = source->decl_count;
    whole_pass w = {.source = source};
    w.parent = ARENA_ARRAY(ctx->arena, count + 1, int);
    w.is_used = ARENA_ARRAY(ctx->arena, count + 1, bool);
    w.is_other = ARENA_ARRAY(ctx->arena, count + 1, bool);
    w.other_use = ARENA_ARRAY(ctx->arena, count + 1, source_range);
    for (int i = 0; i < count; i++)
        w.parent[i] = i;
    for (int i = 0; i < pragmas->count; i++)
        for (const directive *d = pragmas->data[i].directives; d; d = d->next)
            note_directive(&w, d);
    for (int i = 0; i < count; i++) {
        const decl *d = source->decls[i];
        if (d->function || !d->init)
            continue;
        if (is_candidate(d))
            set(&w, d, d->init, d->init->where);
        visit(&w, NULL, 0, d->init);
    }
    for (int i = 0; i < source->function_count; i++)
        visit(&w, NULL, 0, source->functions[i]->body);
    settle(&w);
}
