/* Members of structures that directives name but do not map, as in `reduction(+:c.sum)`. */

#include "frontend/value/member.h"

#include <string.h>

#include "frontend/value/syntax_copy.h"

#include "frontend/value/variable.h"

void value_add_member(lowering *lo, const decl *member)
{
    if (!lo->info[member->id].var)
        value_add_variable(lo, member);
}

bool value_is_pointed_member(const decl *member)
{
    while (member->whole)
        member = member->whole;
    return member->rank > 0;
}

const syntax *value_member_name(lowering *lo, const decl *member)
{
    const decl *whole = member->whole;
    while (whole->whole && whole->whole->rank == 0)
        whole = whole->whole;
    return syntax_path_at(lo->ctx, &(syntax){.where = member->where, .unit = member->unit}, whole,
                          member->name + strlen(whole->name) + 1, member->type);
}

static bool is_arithmetic(const c_type *type)
{
    return type &&
           (type->kind == TYPE_INT || type->kind == TYPE_FLOAT || type->kind == TYPE_DOUBLE);
}

const decl *value_scalar_member(const lowering *lo, const syntax *s)
{
    const decl *d = s->kind == SYNTAX_MEMBER ? syntax_member(s) : NULL;
    return d && d->rank == 0 && is_arithmetic(d->type) && lo->info[d->id].var ? d : NULL;
}

/* Is it an array of numbers that is in the structure, and all of whose extents are known? */
static bool is_array(const decl *d)
{
    const c_type *type = d->type;
    int dims = 0;
    for (; type->kind == TYPE_ARRAY && dims < d->rank && d->count[dims] > 0; dims++)
        type = type->target;
    return d->rank > 0 && dims == d->rank && is_arithmetic(type);
}

const decl *value_array_member(const lowering *lo, const syntax *s)
{
    const decl *d = s->kind == SYNTAX_MEMBER ? syntax_member(s) : NULL;
    return d && is_array(d) && lo->info[d->id].var ? d : NULL;
}

const decl *value_union_variable(const syntax *s)
{
    bool is_in_union = false;
    while ((s->kind == SYNTAX_MEMBER && !s->is_arrow) ||
           (s->kind == SYNTAX_SUBSCRIPT && s->child[0]->type &&
            s->child[0]->type->kind == TYPE_ARRAY)) {
        is_in_union |= s->kind == SYNTAX_MEMBER && s->is_of_union;
        s = s->child[0];
    }
    const decl *d = is_in_union && s->kind == SYNTAX_NAME ? s->decl : NULL;
    return d && d->rank == 0 && d->type->kind == TYPE_RECORD ? d : NULL;
}

bool value_is_number_member(const lowering *lo, const decl *member)
{
    return lo->info[member->id].var && member->kind == DECL_MEMBER &&
           (member->rank ? is_array(member) : is_arithmetic(member->type));
}

/* The member that an assignment, or an address, is of: a number, or an array. */
static void add_member(lowering *lo, const syntax *s)
{
    const syntax *place = s;
    while (place->kind == SYNTAX_SUBSCRIPT || place->kind == SYNTAX_CAST ||
           (place->kind == SYNTAX_UNARY && place->op == OPERATOR_DEREF))
        place = place->child[0];
    const decl *d = place->kind == SYNTAX_MEMBER ? syntax_member(place) : NULL;
    if (d && (place == s ? d->rank == 0 && is_arithmetic(d->type) : is_array(d)))
        value_add_member(lo, d);
}

/* Is it an array of a structure without a subscript, which may be set where it goes? */
static bool is_whole_array(const syntax *s)
{
    return s && s->kind == SYNTAX_MEMBER && s->type && s->type->kind == TYPE_ARRAY;
}

static void add_set_members(lowering *lo, const syntax *s)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    if (s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC))
        add_member(lo, s->child[0]);
    for (int i = 0; i < s->child_count; i++) {
        const syntax *part = syntax_part(s, i);
        const decl *d =
            is_whole_array(part) && s->kind != SYNTAX_SUBSCRIPT ? syntax_member(part) : NULL;
        if (d && is_array(d))
            value_add_member(lo, d);
    }
    for (int i = 0; i < s->child_count; i++)
        add_set_members(lo, syntax_part(s, i));
}

void value_add_set_members(lowering *lo)
{
    for (int i = 0; i < lo->source->function_count; i++)
        add_set_members(lo, lo->source->functions[i]->body);
}
