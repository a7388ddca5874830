/* HPF's dynamic mapping: dynamic and inherit among the declarations, redistribute and
 * realign among the statements (HPF 2.0, sections 8.3 to 8.6). */

#include "frontend/resolve/remap.h"

#include "frontend/resolve/align.h"
#include "frontend/resolve/distribute.h"
#include "frontend/resolve/format.h"
#include "frontend/resolve/subgrid.h"

/* --- dynamic, inherit -------------------------------------------------------- */

static bool check_array(directive_table *t, const variable *var, source_range where,
                        const char *word)
{
    return var->rank > 0 ||
           scope_fail_noting(t, "scalar", where,
                             scope_text(t, "'%s' is a scalar; '%s' is for arrays", var->name, word),
                             var->where, scope_text(t, "'%s' is declared here", var->name));
}

void resolve_dynamic(directive_table *t, const declared *one)
{
    directive_name name = one->d->u.named;
    scope_entry *e = scope_find(t, one->names, name.text, false);
    variable *var = e ? NULL : scope_variable(one->names, name);
    if (!e && !var)
        scope_unknown(t, one->names, name, "an array or a template");
    else if (e && e->tmpl)
        e->tmpl->is_dynamic = true;
    else if (var && check_array(t, var, name.where, "dynamic")) {
        var->is_dynamic = true;
        if (var->align && var->align->target->is_direct)
            ((dist_template *)var->align->target)->is_dynamic = true;
    }
}

void resolve_inherit(directive_table *t, const declared *one)
{
    directive_name name = one->d->u.named;
    variable *var = scope_variable(one->names, name);
    if (!var) {
        scope_unknown(t, one->names, name, "an array");
        return;
    }
    mapped_array *mapped = scope_find_mapped(t, var);
    const char *declared_here = scope_text(t, "'%s' is declared here", var->name);
    if (!check_array(t, var, name.where, "inherit"))
        return;
    if (var->formal_index < 0)
        scope_fail_noting(t, "inherit", name.where,
                          scope_text(t,
                                     "'%s' is not a formal parameter, and has no mapping to "
                                     "inherit; leave 'inherit' out",
                                     var->name),
                          var->where, declared_here);
    else if (mapped)
        scope_fail_noting(t, "mapped-twice", name.where,
                          scope_text(t,
                                     "'%s' has a mapping of its own, and inherits none; keep one "
                                     "of the two",
                                     var->name),
                          mapped->d->where, "mapped here");
    else
        var->is_inherited = true;
}

/* --- redistribute ------------------------------------------------------------- */

static bool check_dynamic(directive_table *t, const directive *d, bool is_dynamic,
                          directive_name name, source_range declared_at)
{
    return is_dynamic ||
           scope_fail_noting(
               t, "not-dynamic", name.where,
               scope_text(t,
                          "'%s' is not dynamic, and cannot be %s; declare "
                          "'dynamic %s'",
                          name.text, d->kind == DIRECTIVE_REALIGN ? "realigned" : "redistributed",
                          name.text),
               declared_at, scope_text(t, "'%s' is declared here", name.text));
}

static bool is_distributed_directly(directive_table *t, const variable *var)
{
    const mapped_array *m = scope_find_mapped(t, var);
    return m && m->d->kind == DIRECTIVE_DISTRIBUTE;
}

/* What moves when a redistribute names the array: its private template. */
static const alignment *own_template_of(directive_table *t, const variable *var, const directive *d)
{
    source_range where = d->u.distribute.target.where;
    if (is_distributed_directly(t, var))
        return var->align;
    if (scope_find_mapped(t, var)) {
        const char *target = var->align ? var->align->target->name : "what it is aligned with";
        scope_fail_noting(t, "redistribute", where,
                          scope_text(t,
                                     "'%s' is aligned, and moves with '%s': redistribute that, or "
                                     "realign '%s'",
                                     var->name, target, var->name),
                          scope_find_mapped(t, var)->d->where,
                          scope_text(t, "'%s' is aligned here", var->name));
        return NULL;
    }
    for (int i = 0; i < t->natural.count; i++)
        if (t->natural.data[i].var == var)
            return t->natural.data[i].identity;
    alignment *identity = ARENA_NEW(t->ctx->arena, alignment);
    if (!scope_natural_template(t, var, where, d->where, identity))
        return NULL;
    VEC_PUSH(t->ctx->arena, &t->natural, ((natural_template){var, identity}));
    return identity;
}

/* Without onto: the processors that the template has, or as many in another shape. */
static const proc_grid *grid_for(directive_table *t, const declared *one, const dist_template *tmpl,
                                 int rank)
{
    if (one->d->u.distribute.has_onto || !tmpl->grid)
        return scope_onto(t, one, rank);
    if (scope_grid_rank(tmpl->grid) == rank)
        return tmpl->grid;
    for (int i = 0; i < t->grids.count; i++) {
        const proc_grid *g = t->grids.data[i];
        if (g->like == tmpl->grid && g->rank == rank + g->own_count)
            return g;
    }
    proc_grid *g = ARENA_NEW(t->ctx->arena, proc_grid);
    g->name = tmpl->grid->name;
    g->like = tmpl->grid;
    g->own_count = tmpl->grid->own_count;
    g->rank = rank + g->own_count;
    g->where = one->d->where;
    g->id = t->grids.count;
    VEC_PUSH(t->ctx->arena, &t->grids, g);
    return g;
}

/* What the directive makes of the template; null after a diagnostic. */
static const dist_template *redistributed(directive_table *t, const declared *one,
                                          const dist_template *tmpl, source_range declared_at)
{
    const directive *d = one->d;
    if (!scope_check_formats(t, d, tmpl->rank, declared_at))
        return NULL;
    dist_template *out = ARENA_NEW(t->ctx->arena, dist_template);
    *out = *tmpl;
    out->dist_where = d->where;
    out->is_distributed = false;
    out->grid = NULL;
    for (int k = 0; k < tmpl->rank; k++)
        out->format[k] = (dist_format){0};
    int count = scope_distributed_count(d);
    if (count == 0 && !d->u.distribute.has_onto)
        return out; /* from here on every processor has all of it */
    out->grid = grid_for(t, one, tmpl, count);
    if (!out->grid) {
        t->has_failed = true;
        return NULL;
    }
    out->is_distributed = scope_read_formats(t, one, NULL, tmpl, out->grid, out->format);
    return out->is_distributed ? out : NULL;
}

void resolve_redistribute(directive_table *t, const declared *one)
{
    const directive *d = one->d;
    directive_name name = d->u.distribute.target;
    scope_entry *e = scope_find(t, one->names, name.text, false);
    variable *var = e ? NULL : scope_variable(one->names, name);
    redistribution out = {.d = d};
    source_range declared_at = e ? e->where : var ? var->where : (source_range){0};
    if (!e && !var) {
        scope_unknown(t, one->names, name, "an array or a template");
        return;
    }
    if (e && !e->tmpl)
        return; /* it has been reported */
    if (var && !check_array(t, var, name.where, "redistribute"))
        return;
    out.meaning.var = var;
    out.meaning.is_formal = var && var->formal_index >= 0;
    out.meaning.align = var ? own_template_of(t, var, d) : NULL;
    if ((var && !out.meaning.align) ||
        !check_dynamic(t, d, e ? e->tmpl->is_dynamic : var->is_dynamic, name, declared_at))
        return;
    out.meaning.target = e ? e->tmpl : out.meaning.align->target;
    const dist_template *to = redistributed(t, one, out.meaning.target, declared_at);
    if (!to)
        return;
    out.meaning.to = to;
    out.meaning.redistribution = t->redistributed.count;
    VEC_PUSH(t->ctx->arena, &t->redistributed, to);
    VEC_PUSH(t->ctx->arena, &t->redistributions, out);
}

/* --- realign --------------------------------------------------------------------- */

/* Is another array aligned with this one? It would have to move, and say how. */
static bool check_no_followers(directive_table *t, const variable *var, source_range where)
{
    for (int i = 0; i < t->arrays.count; i++) {
        const mapped_array *m = &t->arrays.data[i];
        if (m->d->kind != DIRECTIVE_ALIGN || m->d->is_broken ||
            scope_find(t, m->names, m->d->u.align.target.name.text, false) ||
            scope_variable(m->names, m->d->u.align.target.name) != var)
            continue;
        return scope_fail_noting(t, "realign", where,
                                 scope_text(t,
                                            "'%s' cannot be realigned while '%s' is aligned with "
                                            "it; align both with a template",
                                            var->name, m->var->name),
                                 m->d->where, scope_text(t, "'%s' is aligned here", m->var->name));
    }
    return true;
}

/* What is aligned with an array is mapped as that was declared; so that must not change. */
static bool check_target(directive_table *t, const directive *d, const directive_names *names)
{
    directive_name name = d->u.align.target.name;
    const variable *other =
        scope_find(t, names, name.text, false) ? NULL : scope_variable(names, name);
    return !other || !other->is_dynamic || is_distributed_directly(t, other) ||
           scope_fail_noting(
               t, "realign", name.where,
               scope_text(t, "'%s' is dynamic, and may have been remapped; realign with a template",
                          name.text),
               other->where, scope_text(t, "'%s' is declared here", name.text));
}

static bool realign(directive_table *t, const directive *d, const directive_names *names,
                    remap_node *out)
{
    directive_name name = d->u.align.source.name;
    variable *var = scope_variable(names, name);
    if (!var)
        return scope_unknown(t, names, name, "an array");
    if (!check_array(t, var, name.where, "realign") ||
        !check_dynamic(t, d, var->is_dynamic, name, var->where) ||
        !check_no_followers(t, var, name.where) || !check_target(t, d, names))
        return false;
    alignment *align = ARENA_NEW(t->ctx->arena, alignment);
    out->var = var;
    out->is_formal = var->formal_index >= 0;
    out->align = align;
    out->redistribution = -1;
    return scope_read_alignment(t, d, names, var, align);
}

bool directive_remap(directive_table *t, const directive *d, const directive_names *names,
                     remap_node *out)
{
    if (d->kind == DIRECTIVE_REALIGN)
        return realign(t, d, names, out);
    for (int i = 0; i < t->redistributions.count; i++) {
        if (t->redistributions.data[i].d == d) {
            *out = t->redistributions.data[i].meaning;
            return true;
        }
    }
    return false; /* it has been reported */
}
