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

static void add_set_members(lowering *lo, const syntax *s)
{
    if (!s)
        return;
    bool sets = s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC);
    decl *d = sets && s->child[0]->kind == SYNTAX_MEMBER ? syntax_member(s->child[0]) : NULL;
    if (d && d->rank == 0 && is_arithmetic(d->type))
        value_add_member(lo, d);
    for (int i = 0; i < s->child_count; i++)
        add_set_members(lo, syntax_part(s, i));
}

void value_add_set_members(lowering *lo)
{
    for (int i = 0; i < lo->source->function_count; i++)
        add_set_members(lo, lo->source->functions[i]->body);
}
