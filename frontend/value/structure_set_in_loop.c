/* Structures whose numbers the program sets, in loops or elsewhere: which those are, and which of
 * them are named wherever a pointer leads to them (value/structure_pass.h). */

#include <string.h>

#include "frontend/value/structure_clone.h"
#include "frontend/value/structure_pass.h"

static bool is_number(const c_type *type)
{
    return type &&
           (type->kind == TYPE_INT || type->kind == TYPE_FLOAT || type->kind == TYPE_DOUBLE);
}

/* The member that is assigned, or whose element is; null: something else. */
static const syntax *member_of(const syntax *s)
{
    while (s->kind == SYNTAX_SUBSCRIPT && s->child[0]->type &&
           s->child[0]->type->kind == TYPE_ARRAY)
        s = s->child[0];
    return s->kind == SYNTAX_MEMBER ? s : NULL;
}

static bool sets(const syntax *s)
{
    return s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC);
}

typedef void found_member(structure_pass *p, const syntax *member);

static void visit_set(structure_pass *p, const syntax *s, bool in_loop, found_member *found)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    const syntax *member =
        in_loop && sets(s) && is_number(s->child[0]->type) ? member_of(s->child[0]) : NULL;
    if (member)
        found(p, member);
    for (int i = 0; i < s->child_count; i++)
        visit_set(p, syntax_part(s, i), in_loop || syntax_is_loop(s), found);
}

/* `is_anywhere`: not only what is set in loops. */
static void visit_all(structure_pass *p, bool is_anywhere, found_member *found)
{
    for (int i = 0; i < p->source->function_count; i++)
        visit_set(p, p->source->functions[i]->body, is_anywhere, found);
}

static void note_any(structure_pass *p, const syntax *member)
{
    (void)member;
    p->has_set_numbers = true;
}

static void note_integer(structure_pass *p, const syntax *member)
{
    p->has_set_numbers |= member->type && member->type->kind == TYPE_INT;
}

/* Is a structure set as a whole by what a function of the program returns? */
static bool is_returned(const syntax *s)
{
    const bool is_set = s && s->kind == SYNTAX_CALL && s->type && s->type->kind == TYPE_RECORD &&
                        syntax_callee_name(s) && s->child[0]->decl->body;
    for (int i = 0; s && !is_set && i < s->child_count; i++)
        if (is_returned(syntax_part(s, i)))
            return true;
    return is_set;
}

bool structure_sets_numbers(structure_pass *p)
{
    p->has_set_numbers = false;
    visit_all(p, false, note_any);
    visit_all(p, true, note_integer);
    for (int i = 0; i < p->source->function_count && !p->has_set_numbers; i++)
        p->has_set_numbers = is_returned(p->source->functions[i]->body);
    return p->has_set_numbers;
}

/* --- Which are known ------------------------------------------------------------------------- */

void structure_note_tag(structure_pass *p, const decl *whole)
{
    const char *tag = structure_variable_of(whole)->record;
    if (tag && !structure_is_noted(p, whole))
        VEC_PUSH(p->ctx->arena, &p->tags, tag);
}

bool structure_is_noted(const structure_pass *p, const decl *d)
{
    for (int i = 0; d->record && i < p->tags.count; i++)
        if (strcmp(p->tags.data[i], d->record) == 0)
            return true;
    return false;
}

static void note_several(structure_pass *p, const syntax *member)
{
    structure_set of = structure_container(p, member);
    for (int i = 0; i < of.count && of.count > 1; i++)
        structure_note_tag(p, of.data[i].whole);
}

void structure_note_tags(structure_pass *p)
{
    p->tags.count = 0;
    visit_all(p, true, note_several);
}

/* Are there several of the variable at a time, one for each call of a function that is not over? */
static bool is_of_recursion(const structure_pass *p, const decl *d)
{
    return d->function && !d->is_static && structure_calls_itself(p->source, p->ctx, d->function);
}

bool structure_is_one(const structure_pass *p, const decl *whole)
{
    const decl *pointer = whole->whole;
    if (whole->is_replaceable || is_of_recursion(p, whole))
        return false;
    if (pointer)
        return pointer->rank > 0 && pointer->kind == DECL_VARIABLE &&
               structure_flow_has_memory(p->flow, pointer);
    return whole->kind == DECL_VARIABLE && whole->rank == 0 &&
           !structure_flow_is_copy(p->flow, whole) && !structure_flow_is_lost(p->flow, whole);
}

static void note_structure(structure_pass *p, const syntax *member)
{
    structure_set of = structure_container(p, member);
    if (of.count != 1 || of.is_open || !structure_is_one(p, of.data[0].whole))
        return;
    decl *whole = of.data[0].whole;
    p->is_followed[whole->id] = true;
    if (whole->whole) { /* the memory that a pointer is set to is a variable by that name */
        whole->kind = DECL_VARIABLE;
        whole->function = NULL;
    }
}

void structure_find_followed(structure_pass *p)
{
    p->is_followed = ARENA_ARRAY(p->ctx->arena, p->source->decl_count, bool);
    visit_all(p, true, note_structure);
    for (int i = 0; i < p->source->decl_count; i++) {
        const decl *d = p->source->decls[i];
        p->is_followed[i] |= d->kind == DECL_VARIABLE && d->function && d->rank == 0 &&
                             structure_flow_is_returned(p->flow, d) && structure_is_one(p, d);
    }
}
