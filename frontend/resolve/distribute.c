/* distribute, of templates and (HPF) of arrays directly. */

#include "frontend/resolve/distribute.h"

#include "frontend/resolve/align.h"
#include "frontend/resolve/format.h"
#include "frontend/resolve/grid.h"
#include "frontend/resolve/subgrid.h"
#include "frontend/resolve/units.h"

/* The arrangement that a DISTRIBUTE without onto means: one of each rank for
 * the program, whose shape --procs decides. */
static proc_grid *implied_grid(directive_table *t, const char *name, int rank, source_range where)
{
    if (!t->implied[rank]) {
        proc_grid *g = ARENA_NEW(t->ctx->arena, proc_grid);
        g->name = intern(t->ctx->names, name);
        g->rank = rank;
        g->is_implied = true;
        g->where = where;
        g->id = t->grids.count;
        VEC_PUSH(t->ctx->arena, &t->grids, g);
        t->implied[rank] = g;
    }
    return t->implied[rank];
}

void directive_table_imply_images(directive_table *t, source_range where)
{
    const proc_grid *const *grids;
    if (directive_table_grids(t, &grids) == 0)
        implied_grid(t, "images", 1, where);
}

int scope_distributed_count(const directive *d)
{
    int count = 0;
    for (int k = 0; k < d->u.distribute.format_count; k++)
        count += d->u.distribute.formats[k].kind != DIRECTIVE_FORMAT_STAR;
    return count;
}

const proc_grid *scope_onto(directive_table *t, const declared *one, int distributed)
{
    const directive *d = one->d;
    const char *target = d->u.distribute.target.text;
    if (!d->u.distribute.has_onto)
        return implied_grid(t, "processors", distributed, d->where);
    bool is_xmp = d->spelling == DIALECT_XMP;
    scope_entry *e = scope_find(t, one->names, d->u.distribute.onto.text, true);
    if (!e) {
        scope_unknown(t, one->names, d->u.distribute.onto, is_xmp ? "nodes" : "processors");
        return NULL;
    }
    if (e->grid && scope_grid_rank(e->grid) != distributed) {
        scope_fail_noting(t, "rank-mismatch", d->u.distribute.onto.where,
                          scope_text(t, "%s of '%s' %s distributed, but '%s' has %s",
                                     scope_dimensions(t, distributed), target,
                                     distributed == 1 ? "is" : "are", e->name,
                                     scope_dimensions(t, scope_grid_rank(e->grid))),
                          e->where, scope_text(t, "'%s' is declared here", e->name));
        return NULL;
    }
    return scope_use_grid(t, e);
}

static void distribute(directive_table *t, const declared *one, dist_template *tmpl,
                       const scope_entry *e)
{
    const directive *d = one->d;
    int distributed = scope_distributed_count(d);
    if (distributed == 0 && !d->u.distribute.has_onto)
        return; /* all of it everywhere: as if it were not distributed */
    const proc_grid *grid = scope_onto(t, one, distributed);
    if (!grid) {
        t->has_failed = true;
        return;
    }
    tmpl->dist_where = d->where;
    tmpl->grid = grid;
    tmpl->is_distributed = scope_read_formats(t, one, e ? &e->fix : NULL, tmpl, grid, tmpl->format);
}

bool scope_check_formats(directive_table *t, const directive *d, int rank, source_range declared_at)
{
    int count = d->u.distribute.format_count;
    const char *name = d->u.distribute.target.text;
    return count == rank ||
           scope_fail_noting(t, "rank-mismatch", d->u.distribute.target.where,
                             scope_text(t, "'%s' has %s, but %d %s distributed", name,
                                        scope_dimensions(t, rank), count,
                                        count == 1 ? "is" : "are"),
                             declared_at, scope_text(t, "'%s' is declared here", name));
}

static void distribute_template(directive_table *t, const declared *one, scope_entry *e)
{
    const directive *d = one->d;
    if (!e->tmpl || scope_is_said(t, one, e->tmpl))
        return;
    if (source_range_is_set(e->dist_where) && !d->is_broken) {
        scope_fail_noting(t, "distributed-twice", d->u.distribute.target.where,
                          scope_text(t, "'%s' is distributed twice; keep one of the two", e->name),
                          e->dist_where, "first distributed here");
        return;
    }
    e->dist_where = d->where;
    if (d->is_broken || !scope_check_formats(t, d, e->tmpl->rank, e->where))
        return;
    if (!source_range_is_set(e->tmpl->dist_where)) {
        distribute(t, one, e->tmpl, e);
        return;
    }
    dist_template again = *e->tmpl; /* another unit distributes it, too */
    again.is_distributed = false;
    distribute(t, one, &again, e);
    if (!scope_same_distribution(e->tmpl, &again))
        scope_fail_mapped_otherwise(t, e->name, d->where, e->tmpl->dist_where);
}

static bool check_extents_known(directive_table *t, const variable *var, source_range where)
{
    for (int d = 0; d < var->rank; d++) {
        if (!var->extent[d])
            return scope_fail_noting(
                t, "extent", where,
                scope_text(t,
                           "the extent of dimension %d of '%s' is not known here; align '%s' "
                           "with a template instead",
                           d + 1, var->name, var->name),
                var->where, scope_text(t, "'%s' is declared here", var->name));
    }
    return true;
}

dist_template *scope_natural_template(directive_table *t, const variable *var, source_range where,
                                      source_range directive_at, alignment *identity)
{
    if (!check_extents_known(t, var, where))
        return NULL;
    dist_template *tmpl = scope_new_template(t, var->name, var->rank, where);
    tmpl->is_direct = true;
    tmpl->owner = var->owner;
    identity->target = tmpl;
    identity->where = directive_at;
    for (int k = 0; k < var->rank; k++) {
        tmpl->lower[k] = expr_int(t->pool, 0);
        tmpl->extent[k] = var->extent[k];
        identity->axis[k] =
            (align_axis){ALIGN_BY_DIM, k, expr_int(t->pool, 1), expr_int(t->pool, 0)};
    }
    return tmpl;
}

/* distribute A(..): a private template of A's shape, with which A is aligned. */
static void distribute_array(directive_table *t, const declared *one, variable *var)
{
    const directive *d = one->d;
    source_range where = d->u.distribute.target.where;
    if (d->spelling == DIALECT_XMP) {
        scope_fail_noting(t, "distribute-array", where,
                          scope_text(t,
                                     "'%s' is %s; '#pragma xmp' distributes templates: align "
                                     "it with one",
                                     var->name, var->rank > 0 ? "an array" : "a scalar"),
                          var->where, scope_text(t, "'%s' is declared here", var->name));
        return;
    }
    mapped_array *array = scope_is_said(t, one, var) ? NULL : scope_map_array(t, one, var, where);
    if (!array)
        return;
    array->state = MAPPED_DONE;
    if (d->is_broken || !scope_check_formats(t, d, var->rank, var->where))
        return;
    alignment *identity = ARENA_NEW(t->ctx->arena, alignment);
    dist_template *tmpl = scope_natural_template(t, var, where, d->where, identity);
    if (!tmpl)
        return;
    distribute(t, one, tmpl, NULL);
    array->result = identity;
    if (array->first < 0)
        var->align = identity;
    else
        scope_check_mapped(t, array);
}

void resolve_distribute(directive_table *t, const declared *one)
{
    directive_name target = one->d->u.distribute.target;
    scope_entry *e = scope_find(t, one->names, target.text, false);
    variable *var = e ? NULL : scope_variable(one->names, target);
    if (e)
        distribute_template(t, one, e);
    else if (var)
        distribute_array(t, one, var);
    else
        scope_unknown(t, one->names, target,
                      one->d->spelling == DIALECT_HPF ? "an array or a template" : "a template");
}
