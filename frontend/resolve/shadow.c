/* shadow. */

#include "frontend/resolve/shadow.h"

#include "frontend/directive/constant.h"
#include "frontend/resolve/units.h"

/* Does dimension `dim` drive a distributed dimension of the template? */
static bool is_dim_distributed(const variable *var, int dim)
{
    const dist_template *target = var->align->target;
    for (int k = 0; k < target->rank; k++) {
        const align_axis *x = &var->align->axis[k];
        if (x->source == ALIGN_BY_DIM && x->dim == dim && target->is_distributed &&
            target->format[k].kind != DIST_COLLAPSED)
            return true;
    }
    return false;
}

static bool read_width(directive_table *t, const declared *one, directive_expr e,
                       const expr **width)
{
    int64_t value;
    *width = expr_read(t->reader, one->names, e);
    if (!*width) {
        t->has_failed = true;
        return false;
    }
    return !expr_known(*width, &value) || value >= 0 ||
           scope_fail(t, "extent", e.where, "a shadow's width is not negative");
}

static bool read_widths(directive_table *t, const declared *one, const directive_subscript *sub,
                        const expr **lower, const expr **upper)
{
    switch (sub->kind) {
    case DIRECTIVE_SUB_STAR:
        *lower = *upper = NULL;
        return one->d->spelling == DIALECT_XMP ||
               scope_fail(t, "malformed-directive", sub->where,
                          "a shadow of the whole dimension is a word of '#pragma xmp'; give its "
                          "width, as in 'shadow A(1,1)'");
    case DIRECTIVE_SUB_VALUE:
        if (!read_width(t, one, sub->value, lower))
            return false;
        *upper = *lower;
        return true;
    case DIRECTIVE_SUB_RANGE:
        break;
    }
    if (sub->value.count == 0 || sub->upper.count == 0 || sub->step.count > 0)
        return scope_fail(t, "malformed-directive", sub->where,
                          "a shadow's dimension is a width or 'low:high'");
    return read_width(t, one, sub->value, lower) && read_width(t, one, sub->upper, upper);
}

static void warn_not_distributed(directive_table *t, const variable *var, int dim,
                                 source_range where)
{
    int64_t low, high;
    if (var->is_shadow_whole[dim] || !var->align->target->is_distributed ||
        is_dim_distributed(var, dim) || !expr_known(var->shadow_lower[dim], &low) ||
        !expr_known(var->shadow_upper[dim], &high) || low + high == 0)
        return;
    diag *d = diag_report(t->ctx->diags, DIAG_WARNING, "shadow", where,
                          "dimension %d of '%s' is not distributed: nothing is exchanged in its "
                          "shadow; write 0",
                          dim + 1, var->name);
    if (source_range_is_set(var->align->target->dist_where))
        diag_note(d, var->align->target->dist_where, "distributed here");
}

static bool check_shadowed(directive_table *t, const directive_ref *ref, const variable *var)
{
    const char *declared_here = scope_text(t, "'%s' is declared here", var->name);
    if (var->rank == 0)
        return scope_fail_noting(t, "scalar", ref->name.where,
                                 scope_text(t,
                                            "'%s' is a scalar; only distributed arrays have a "
                                            "shadow",
                                            var->name),
                                 var->where, declared_here);
    if (ref->count != var->rank)
        return scope_fail_noting(t, "rank-mismatch", ref->where,
                                 scope_text(t, "'%s' has %s, but %d %s a shadow", var->name,
                                            scope_dimensions(t, var->rank), ref->count,
                                            ref->count == 1 ? "gets" : "get"),
                                 var->where, declared_here);
    if (source_range_is_set(var->shadow_where))
        return scope_fail_noting(t, "mapped-twice", ref->name.where,
                                 scope_text(t, "'%s' has two shadows; keep one of them", var->name),
                                 var->shadow_where, "first given here");
    return true;
}

bool scope_is_mapping_broken(const directive_table *t, const variable *var)
{
    for (int i = 0; i < t->arrays.count; i++) {
        if (t->arrays.data[i].var == var)
            return !t->arrays.data[i].result;
    }
    return false;
}

void resolve_shadow(directive_table *t, const declared *one)
{
    const directive_ref *ref = &one->d->u.shadow;
    variable *var = scope_variable(one->names, ref->name);
    if (!var) {
        scope_unknown(t, one->names, ref->name, "an array");
        return;
    }
    if (scope_is_said(t, one, var) || one->d->is_broken || !check_shadowed(t, ref, var) ||
        scope_is_mapping_broken(t, var))
        return;
    if (!var->align) {
        scope_fail_noting(t, "shadow", ref->name.where,
                          scope_text(t,
                                     "'%s' is not distributed, and has no use for a shadow; "
                                     "align it with a template",
                                     var->name),
                          var->where, scope_text(t, "'%s' is declared here", var->name));
        return;
    }
    for (int d = 0; d < var->rank; d++) {
        const expr *lower = NULL, *upper = NULL;
        if (!read_widths(t, one, &ref->sub[d], &lower, &upper))
            return;
        var->is_shadow_whole[d] = ref->sub[d].kind == DIRECTIVE_SUB_STAR;
        var->shadow_lower[d] = lower;
        var->shadow_upper[d] = upper;
        warn_not_distributed(t, var, d, ref->sub[d].where);
    }
    var->shadow_where = ref->where;
}
