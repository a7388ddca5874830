#include "frontend/resolve/coarray.h"

void resolve_coarray(directive_table *t, const declared *one)
{
    directive_name name = one->d->u.named;
    variable *var = scope_variable(one->names, name);
    if (!var)
        scope_unknown(t, one->names, name, "a variable");
    else
        var->is_coarray = true;
}
