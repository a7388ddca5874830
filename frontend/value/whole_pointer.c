/* Pointers to whole arrays: value/whole_pointer.h. A pointer is one until a use of it shows that it
 * may name other places than the array's beginning. */

#include "frontend/value/whole_pointer.h"

#include <string.h>

static bool is_candidate(const decl *d)
{
    return d && d->kind == DECL_VARIABLE && d->element && d->where.file && d->rank > 1 &&
           d->type->kind == TYPE_POINTER && d->type->target->kind == TYPE_ARRAY;
}

static bool is_zero(const syntax *s)
{
    return s->kind == SYNTAX_INT && s->value == 0;
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

/* Does a pointer that stands as child i of `s` lead to nothing but the array's beginning? */
static bool keeps_beginning(const syntax *s, int i)
{
    if (s->kind == SYNTAX_UNARY)
        return s->op == OPERATOR_DEREF || s->op == OPERATOR_NOT;
    if (s->kind == SYNTAX_SUBSCRIPT)
        return i == 0 && is_zero(s->child[1]);
    if (s->kind == SYNTAX_ASSIGN && i == 1)
        return s->op == OPERATOR_NONE && s->child[0]->kind == SYNTAX_NAME &&
               is_candidate(s->child[0]->decl);
    if (s->kind == SYNTAX_ASSIGN)
        return s->op == OPERATOR_NONE;
    if (s->kind == SYNTAX_BINARY)
        return s->op >= OPERATOR_LOGICAL_AND && s->op <= OPERATOR_NE;
    if (s->kind == SYNTAX_IF || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_CONDITIONAL)
        return i == 0;
    if (s->kind == SYNTAX_CALL)
        return is_passed_untyped(s, i);
    return s->kind == SYNTAX_DECLARATION || s->kind == SYNTAX_BLOCK;
}

/* Calls `see` for each statement and expression of the program. */
static void visit_all(const c_program *source, bool *has_changed,
                      void (*see)(bool *, const syntax *))
{
    for (int i = 0; i < source->function_count; i++)
        see(has_changed, source->functions[i]->body);
}

/* Marks those that are used as *a: with a[0] alone, it may as well be the first of several. */
static void mark_used(bool *has_changed, const syntax *s)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    if (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF && s->child[0]->kind == SYNTAX_NAME &&
        is_candidate(s->child[0]->decl))
        s->child[0]->decl->is_whole_pointer = true;
    for (int i = 0; i < s->child_count; i++) {
        mark_used(has_changed, s->child[i]);
        if (s->kind == SYNTAX_DECLARATION)
            mark_used(has_changed, s->child[i]->decl->init);
    }
}

static void take_mark(bool *has_changed, decl *a, const syntax *value)
{
    decl *b = value && value->kind == SYNTAX_NAME ? value->decl : NULL;
    if (!is_candidate(a) || !is_candidate(b) || a->is_whole_pointer == b->is_whole_pointer)
        return;
    a->is_whole_pointer = b->is_whole_pointer = false;
    *has_changed = true;
}

/* Takes the mark from those that are set to others without it. */
static void take_from_mixed(bool *has_changed, const syntax *s)
{
    if (!s)
        return;
    if (s->kind == SYNTAX_ASSIGN && s->child[0]->kind == SYNTAX_NAME)
        take_mark(has_changed, s->child[0]->decl, s->child[1]);
    for (int i = 0; i < s->child_count; i++) {
        take_from_mixed(has_changed, syntax_part(s, i));
        if (s->kind == SYNTAX_DECLARATION)
            take_mark(has_changed, s->child[i]->decl, s->child[i]->decl->init);
    }
}

/* Takes the mark from those that are used otherwise. `around` has `s` as its child i; casts to
 * void * between them are left out. */
static void visit(const syntax *around, int i, const syntax *s)
{
    if (!s)
        return;
    bool is_cast_away = s->kind == SYNTAX_CAST && s->type->kind == TYPE_POINTER &&
                        s->type->target->kind == TYPE_VOID;
    if (s->kind == SYNTAX_NAME && is_candidate(s->decl) && !(around && keeps_beginning(around, i)))
        s->decl->is_whole_pointer = false;
    for (int k = 0; k < s->child_count; k++) {
        visit(is_cast_away ? around : s, is_cast_away ? i : k, s->child[k]);
        if (s->kind == SYNTAX_DECLARATION && s->child[k]->decl->init)
            visit(s, k, s->child[k]->decl->init);
    }
}

/* The rank and the extents are those of what it points at. */
static void drop_outermost(decl *d)
{
    size_t rest = (size_t)(d->rank - 1);
    memmove(d->extent, d->extent + 1, rest * sizeof *d->extent);
    memmove(d->count, d->count + 1, rest * sizeof *d->count);
    d->rank--;
}

void value_find_whole_pointers(const c_program *source)
{
    bool has_changed = false;
    visit_all(source, &has_changed, mark_used);
    for (int i = 0; i < source->decl_count; i++)
        visit(NULL, 0, source->decls[i]->function ? NULL : source->decls[i]->init);
    for (int i = 0; i < source->function_count; i++)
        visit(NULL, 0, source->functions[i]->body);
    do {
        has_changed = false;
        visit_all(source, &has_changed, take_from_mixed);
    } while (has_changed);
    for (int i = 0; i < source->decl_count; i++)
        if (source->decls[i]->is_whole_pointer)
            drop_outermost(source->decls[i]);
}
