/* template_fix: the bounds and the distribution that a template was declared
 * without. A template is fixed once, so that it completes the declaration. */

#include "frontend/resolve/template_fix.h"

#include "frontend/directive/token.h"
#include "frontend/resolve/grid.h"

static bool is_text_equal(directive_expr a, directive_expr b)
{
    bool is_equal = a.count == b.count;
    for (int i = 0; i < a.count && is_equal; i++)
        is_equal = a.tokens[i].text == b.tokens[i].text;
    return is_equal;
}

bool scope_same_format(const directive_format *a, const directive_format *b)
{
    bool is_equal = a->kind == b->kind && a->is_open == b->is_open &&
                    a->list_count == b->list_count && is_text_equal(a->size, b->size);
    for (int i = 0; i < a->list_count && is_equal; i++)
        is_equal = is_text_equal(a->list[i], b->list[i]);
    return is_equal;
}

static bool are_formats_equal(const directive *a, const directive *b)
{
    bool is_equal = a->u.distribute.format_count == b->u.distribute.format_count &&
                    (a->u.distribute.is_square == b->u.distribute.is_square ||
                     a->u.distribute.format_count < 2);
    for (int i = 0; i < a->u.distribute.format_count && is_equal; i++)
        is_equal = scope_same_format(&a->u.distribute.formats[i], &b->u.distribute.formats[i]);
    return is_equal;
}

static bool check_count(directive_table *t, const scope_entry *e, int count, source_range where,
                        const char *what)
{
    return count == 0 || count == e->tmpl->rank ||
           scope_fail_noting(t, "rank-mismatch", where,
                             scope_text(t, "'%s' has %s, but %d %s", e->name,
                                        scope_dimensions(t, e->tmpl->rank), count, what),
                             e->where, scope_text(t, "'%s' is declared here", e->name));
}

static bool report_other(directive_table *t, const declared *one, const scope_entry *e)
{
    bool is_again = e->fix.d != NULL;
    return scope_fail_noting(
        t, "fixed-otherwise", one->d->u.distribute.target.where,
        scope_text(t,
                   is_again ? "two 'template_fix' of '%s' differ; keep one of the two"
                            : "'%s' has other bounds already; template_fix "
                              "gives those that were declared as ':'",
                   e->name),
        is_again ? e->fix.d->where : e->where, is_again ? "first fixed here" : "declared here");
}

/* Fills in the bounds that are open; those that are known must be the same. */
static bool fix_bounds(directive_table *t, const declared *one, const scope_entry *e)
{
    const directive_ref *shape = &one->d->u.distribute.shape;
    bool is_fortran = scope_is_fortran(one->d->spelling, shape->is_square);
    dist_template *tmpl = e->tmpl;
    for (int k = 0; k < shape->count; k++) {
        const expr *lower, *extent;
        int dim = scope_dim(is_fortran, shape->count, k);
        if (!scope_read_bounds(t, one, shape, &shape->sub[k], &lower, &extent))
            return false;
        if (!extent)
            return scope_fail(t, "not-fixed", shape->sub[k].where,
                              "template_fix gives '%s' its bounds; write them here", e->name);
        if (tmpl->extent[dim] && (tmpl->extent[dim] != extent || tmpl->lower[dim] != lower))
            return report_other(t, one, e);
        tmpl->lower[dim] = lower;
        tmpl->extent[dim] = extent;
    }
    tmpl->fixed_at = one->d->where;
    tmpl->fixed_in = one->names->owner;
    return true;
}

void resolve_template_fix(directive_table *t, const declared *one)
{
    const directive *d = one->d;
    scope_entry *e = scope_find(t, one->names, d->u.distribute.target.text, false);
    if (!e) {
        scope_unknown(t, one->names, d->u.distribute.target, "a template");
        return;
    }
    if (!e->tmpl ||
        !check_count(t, e, d->u.distribute.shape.count, d->u.distribute.shape.where,
                     "get bounds") ||
        !check_count(t, e, d->u.distribute.format_count, d->u.distribute.target.where,
                     "get a format"))
        return;
    if (e->fix.d && !are_formats_equal(e->fix.d, d))
        report_other(t, one, e);
    else if (fix_bounds(t, one, e) && !e->fix.d)
        e->fix = *one;
}

void check_templates_fixed(directive_table *t)
{
    bool is_reported = t->has_failed;
    for (int i = 0; i < t->entries.count; i++) {
        scope_entry *e = &t->entries.data[i];
        bool is_open = false;
        for (int d = 0; e->tmpl && d < e->tmpl->rank; d++)
            is_open |= !e->tmpl->extent[d];
        if (!is_open)
            continue;
        if (!is_reported)
            scope_fail(t, "not-fixed", e->where,
                       "nothing gives '%s' its bounds; write 'template_fix %s' with them, or "
                       "declare them here",
                       e->name, e->name);
        e->tmpl = NULL; /* its uses are not reported again */
    }
}
