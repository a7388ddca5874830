/* Members of structures that directives name but do not map, as in `reduction(+:c.sum)`. */

#include "frontend/value/member.h"

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
