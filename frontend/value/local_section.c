#include "frontend/value/local_section.h"

#include <string.h>

#include "frontend/syntax/library_function.h"

/* A function in which no directive stands works on memory: given a mapped array, on that of the
 * node that calls it. So it is taken where the formal is a pointer to numbers that does not outlive
 * the call: it is indexed, or passed on to functions that do no more. Else what becomes of it is
 * not followed, and the formal stands for the array (value/points_to.c). */

static section_use use_of(lowering *lo, const decl *f, int i);

typedef struct section_search {
    lowering *lo;
    const decl *formal;
    section_use found;
} section_search;

static bool has_directive(const lowering *lo, const decl *f)
{
    for (int i = 0; i < lo->pragmas.count; i++)
        for (const directive *d = lo->pragmas.data[i].directives; d; d = d->next)
            if (d->spelling != DIALECT_NONE &&
                source_contains(f->body->where, lo->pragmas.data[i].text))
                return true;
    return false;
}

static bool is_number(const c_type *type)
{
    return type &&
           (type->kind == TYPE_INT || type->kind == TYPE_FLOAT || type->kind == TYPE_DOUBLE);
}

static bool is_pointer(const c_type *type)
{
    return type && type->kind == TYPE_POINTER;
}

static void worsen(section_search *s, section_use by)
{
    if (by == SECTION_NONE || s->found == SECTION_NONE)
        s->found = SECTION_NONE;
    else if (by == SECTION_PASSED)
        s->found = SECTION_PASSED;
}

/* What becomes of argument i of a call. */
static section_use passed_to(section_search *s, const syntax *call, int i)
{
    const char *name = syntax_callee_name(call);
    const decl *callee = name ? call->child[0]->decl : NULL;
    library_kind kind = name && !callee->body ? library_kind_of(name) : LIBRARY_NONE;
    if (callee && callee->body && i < callee->formal_count)
        return use_of(s->lo, callee, i);
    bool keeps_nothing = kind == LIBRARY_PLAIN || kind == LIBRARY_FILES || kind == LIBRARY_WAITS;
    return keeps_nothing && !is_pointer(call->type) ? SECTION_PASSED : SECTION_NONE;
}

/* `is_address`: only an element at the address is looked at. */
static void search(section_search *s, const syntax *x, bool is_address)
{
    if (!x)
        return;
    if (x->kind == SYNTAX_NAME && x->decl == s->formal && !is_address)
        s->found = SECTION_NONE;
    bool is_moved = x->kind == SYNTAX_BINARY && (x->op == OPERATOR_ADD || x->op == OPERATOR_SUB) &&
                    is_pointer(x->type);
    for (int i = 0; i < x->child_count; i++) {
        const syntax *child = syntax_part(x, i);
        bool is_element =
            (x->kind == SYNTAX_SUBSCRIPT && i == 0 && is_number(x->type)) ||
            (x->kind == SYNTAX_UNARY && x->op == OPERATOR_DEREF && is_number(x->type));
        const syntax *given = child;
        while (given && given->kind == SYNTAX_CAST)
            given = given->child[0];
        bool is_passed = x->kind == SYNTAX_CALL && i > 0 && given && given->kind == SYNTAX_NAME &&
                         given->decl == s->formal;
        if (is_passed)
            worsen(s, passed_to(s, x, i - 1));
        else
            search(s, child, is_element || (is_address && (is_moved || x->kind == SYNTAX_CAST)));
    }
}

static bool may_be_section(const lowering *lo, const decl *f, const decl *formal)
{
    const variable *v = lo->info[formal->id].var;
    const c_type *to = is_pointer(formal->type) ? formal->type->target : NULL;
    return v && v->rank == 1 && !v->align && to && (is_number(to) || to->kind == TYPE_VOID) &&
           !has_directive(lo, f);
}

/* A function that is asked for while it is looked at calls itself. */
static section_use use_of(lowering *lo, const decl *f, int i)
{
    decl_info *info = &lo->info[f->formals[i]->id];
    if (info->is_section_asked)
        return info->var ? info->var->section : SECTION_NONE;
    info->is_section_asked = true;
    if (!may_be_section(lo, f, f->formals[i]))
        return SECTION_NONE;
    section_search s = {lo, f->formals[i], SECTION_INDEXED};
    search(&s, f->body, false);
    info->var->section = s.found;
    return s.found;
}

void value_find_sections(lowering *lo)
{
    for (int i = 0; lo->spelling == DIALECT_XMP && i < lo->source->function_count; i++)
        for (int k = 0; k < lo->source->functions[i]->formal_count; k++)
            use_of(lo, lo->source->functions[i], k);
}
