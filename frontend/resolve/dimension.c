#include "frontend/resolve/dimension.h"

#include "frontend/directive/constant.h"
#include "frontend/resolve/grid.h"
#include "frontend/resolve/units.h"

static bool check_array(directive_table *t, const directive_ref *shape, const variable *var)
{
    const char *declared_here = scope_text(t, "'%s' is declared here", var->name);
    if (var->rank == 0)
        return scope_fail_noting(
            t, "scalar", shape->name.where,
            scope_text(t, "'%s' is a scalar; only arrays have dimensions", var->name), var->where,
            declared_here);
    if (var->is_row_table && shape->count == var->rank)
        return true;
    if (var->rank > 1 && !var->is_flat)
        return scope_fail_noting(t, "rank-mismatch", shape->where,
                                 scope_text(t,
                                            "'%s' has %s by its declaration; 'dimension' is for "
                                            "arrays of one, and pointers",
                                            var->name, scope_dimensions(t, var->rank)),
                                 var->where, declared_here);
    return shape->count <= MAX_RANK ||
           scope_fail(t, "rank", shape->where, "'%s' has %d dimensions; at most %d are analysed",
                      var->name, shape->count, MAX_RANK);
}

/* The number of elements in dimensions 0..rank-1; null: not known. */
static const expr *elements_of(directive_table *t, const expr *const *extent, int rank)
{
    const expr *all = expr_int(t->pool, 1);
    for (int d = 0; d < rank && all; d++)
        all = extent[d] ? expr_mul(t->pool, all, extent[d]) : NULL;
    return all;
}

/* Are there as many elements as the declaration says, as far as that is known? */
static bool check_count(directive_table *t, const directive_ref *shape, const variable *var,
                        const expr *const *extent)
{
    const expr *all = elements_of(t, extent, shape->count);
    const expr *there = elements_of(t, var->extent, var->rank);
    int64_t least, stated;
    if (!there || !expr_known(there, &least) || !expr_known(all, &stated) || stated <= least)
        return true;
    return scope_fail_noting(t, "extent", shape->where,
                             scope_text(t, "these are %lld elements, and '%s' has %lld",
                                        (long long)stated, var->name, (long long)least),
                             var->where, scope_text(t, "'%s' is declared here", var->name));
}

/* Has it these dimensions already? The files of a program may each say them. */
static bool has_extents(directive_table *t, const directive_ref *shape, const variable *var,
                        const expr *const *extent)
{
    bool is_same = shape->count == var->rank;
    for (int d = 0; d < shape->count && is_same; d++)
        is_same = extent[d] == var->extent[d];
    return is_same ||
           scope_fail_noting(
               t, "mapped-twice", shape->name.where,
               scope_text(t, "'%s' gets its dimensions twice; keep one of the two", var->name),
               var->where, scope_text(t, "'%s' is declared here", var->name));
}

void resolve_dimension(directive_table *t, const declared *one)
{
    const directive_ref *shape = &one->d->u.shape;
    const expr *extent[MAX_RANK];
    variable *var = scope_variable(one->names, shape->name);
    if (!var) {
        scope_unknown(t, one->names, shape->name, "an array");
        return;
    }
    if (scope_is_said(t, one, var) || one->d->is_broken || !check_array(t, shape, var))
        return;
    for (int d = 0; d < shape->count; d++) {
        const directive_subscript *sub = &shape->sub[d];
        const expr *lower;
        if (sub->kind != DIRECTIVE_SUB_VALUE) {
            scope_fail(
                t, "extent", sub->where,
                "write the number of elements in this dimension of '%s'; indices begin with 0",
                var->name);
            return;
        }
        if (!scope_read_bounds(t, one, shape, sub, &lower, &extent[d]))
            return;
    }
    if (var->is_flat ? !has_extents(t, shape, var, extent) : !check_count(t, shape, var, extent))
        return;
    for (int d = 0; d < shape->count; d++)
        var->extent[d] = extent[d];
    var->rank = shape->count;
    var->is_flat = shape->count > 1 && !var->is_row_table;
}
