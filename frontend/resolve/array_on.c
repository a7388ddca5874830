/* array on t(..): the template's elements that belong to the elements of an array
 * assignment, one for one. */

#include "frontend/resolve/array_on.h"

#include "frontend/directive/constant.h"
#include "frontend/resolve/on.h"
#include "frontend/resolve/scope.h"

/* The subscript of the text that dimension d of the template has. */
static const directive_subscript *subscript_of(const directive_ref *ref, int d)
{
    bool is_fortran = scope_is_fortran(ref->spelling, ref->is_square);
    for (int k = 0; k < ref->count; k++)
        if (scope_dim(is_fortran, ref->count, k) == d)
            return &ref->sub[k];
    return NULL;
}

/* Has a section of dimension d as many elements as the assignment? `:` has enough. */
static bool check_length(directive_table *t, const directive_subscript *sub,
                         const directive_ref *ref, const on_clause *on, int d, int64_t wanted)
{
    int64_t first, last;
    if (wanted < 0 || !on->index[d] || !expr_known(on->index[d], &first) ||
        !expr_known(on->last[d], &last) || last - first + 1 == wanted)
        return true;
    return scope_fail(t, "conformance", sub->where,
                      "this section of '%s' has %lld elements, but the array assignment has %lld",
                      ref->name.text, (long long)(last - first + 1), (long long)wanted);
}

bool directive_array_on(directive_table *t, const directive_ref *ref, const directive_names *names,
                        int count, const expr *const *position, const int64_t *length,
                        on_clause *out)
{
    if (!scope_on(t, ref, names, out))
        return false;
    if (!out->target)
        return scope_fail(t, "array", ref->where,
                          "'%s' is not a template; an array assignment runs where the elements of "
                          "a template are",
                          ref->name.text);
    int used = 0;
    for (int d = 0; d < ref->count; d++) {
        const directive_subscript *sub = subscript_of(ref, d);
        if (sub->kind != DIRECTIVE_SUB_RANGE)
            continue;
        if (used < count && !check_length(t, sub, ref, out, d, length[used]))
            return false;
        const expr *first = out->index[d] ? out->index[d] : out->target->lower[d];
        const expr *step = expr_int(t->pool, out->step[d] ? out->step[d] : 1);
        out->index[d] =
            used < count ? expr_add(t->pool, first, expr_mul(t->pool, step, position[used])) : NULL;
        out->last[d] = NULL;
        out->step[d] = 0;
        used++;
    }
    if (used <= count)
        return true;
    return scope_fail(t, "array", ref->where,
                      "%s of '%s' %s sections, but the array assignment has only %d",
                      scope_dimensions(t, used), ref->name.text, used == 1 ? "is a" : "are", count);
}
