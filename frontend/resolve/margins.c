/* The widths of directives, and those of a loop's expand, margin and peel_and_wait. */

#include "frontend/resolve/margins.h"

#include "frontend/resolve/scope.h"

bool scope_read_width(directive_table *t, const directive_subscript *sub,
                      const directive_names *names, const expr **low, const expr **high)
{
    if (sub->kind == DIRECTIVE_SUB_STAR || sub->step.count > 0 ||
        (sub->kind == DIRECTIVE_SUB_RANGE && (sub->value.count == 0 || sub->upper.count == 0)))
        return scope_fail(t, "malformed-directive", sub->where,
                          "a width is a number or 'low:high'");
    *low = *high = expr_read(t->reader, names, sub->value);
    if (*low && sub->kind == DIRECTIVE_SUB_RANGE)
        *high = expr_read(t->reader, names, sub->upper);
    t->has_failed |= !*low || !*high;
    return *low && *high;
}

bool directive_reaches(directive_table *t, const directive_loop *loop, const directive_names *names,
                       loop_reach *by_dim)
{
    const directive_reach *reach = &loop->reach;
    int count = loop->on.count;
    if (reach->width_count != count)
        return scope_fail(t, "rank-mismatch", reach->where,
                          "'on %s' has %s, but %d %s a width; give each one, which may be 0",
                          loop->on.name.text,
                          count == 1 ? "1 subscript" : scope_text(t, "%d subscripts", count),
                          reach->width_count, reach->width_count == 1 ? "gets" : "get");
    bool is_fortran = scope_is_fortran(loop->on.spelling, loop->on.is_square);
    for (int k = 0; k < count; k++) {
        const directive_subscript *sub = &reach->widths[k];
        loop_reach *out = &by_dim[scope_dim(is_fortran, count, k)];
        *out = (loop_reach){
            .kind = REACH_EXPANDED, .is_unbound = sub->is_unbound, .where = sub->where};
        if (sub->is_periodic)
            return scope_fail(t, "malformed-directive", sub->where,
                              "'/periodic/' belongs to the width of a reflect");
        if (!scope_read_width(t, sub, names, &out->lower, &out->upper))
            return false;
    }
    return true;
}
