/* processors, nodes and template. */

#include "frontend/resolve/grid.h"

#include "frontend/directive/constant.h"
#include "frontend/resolve/subgrid.h"
#include "frontend/resolve/units.h"

static void report_again(directive_table *t, source_range where, source_range first,
                         const char *name)
{
    scope_fail_noting(t, "declared-twice", where,
                      scope_text(t, "'%s' is declared twice; give one of them another name", name),
                      first, "first declared here");
}

/* Is the name a variable's of the same scope? */
static void check_variables(directive_table *t, const declared *one, directive_name name)
{
    variable *var = scope_variable(one->names, name);
    if (!var || var->owner != one->names->owner)
        return;
    bool is_later = scope_is_before(var->where, name.where);
    report_again(t, is_later ? name.where : var->where, is_later ? var->where : name.where,
                 name.text);
}

/* Registers a name of its scope; null after a diagnostic. Two of different kinds
 * are reported, and both kept: each use means one of them. The entry may move when
 * another one is registered. */
static scope_entry *declare(directive_table *t, const declared *one, directive_name name,
                            bool is_grid)
{
    const function *owner = one->names->owner;
    const int unit = one->names->unit;
    for (int i = 0; i < t->entries.count; i++) {
        scope_entry *old = &t->entries.data[i];
        if (old->name != name.text || old->owner != owner || old->unit != unit)
            continue;
        bool is_later = scope_is_before(old->where, name.where);
        report_again(t, is_later ? name.where : old->where, is_later ? old->where : name.where,
                     name.text);
        if (old->is_grid == is_grid)
            return NULL;
    }
    check_variables(t, one, name);
    scope_entry fresh = {
        .name = name.text, .owner = owner, .unit = unit, .where = name.where, .is_grid = is_grid};
    VEC_PUSH(t->ctx->arena, &t->entries, fresh);
    return &t->entries.data[t->entries.count - 1];
}

static bool check_rank(directive_table *t, const directive_ref *shape)
{
    return shape->count <= MAX_RANK ||
           scope_fail(t, "rank", shape->where, "'%s' has %d dimensions; at most %d are analysed",
                      shape->name.text, shape->count, MAX_RANK);
}

/* Is the extent at least 1, as far as it is known? */
static bool check_extent(directive_table *t, const directive_subscript *sub, const char *name,
                         const expr *extent)
{
    int64_t value;
    if (!expr_known(extent, &value) || value >= 1)
        return true;
    return scope_fail(t, "extent", sub->where,
                      "a dimension of '%s' has extent %lld; an extent is at least 1", name,
                      (long long)value);
}

/* --- processors, nodes ------------------------------------------------------ */

static bool read_grid_extent(directive_table *t, const declared *one, const char *name,
                             const directive_subscript *sub, const expr **extent)
{
    switch (sub->kind) {
    case DIRECTIVE_SUB_STAR:
        *extent = NULL;
        return true;
    case DIRECTIVE_SUB_VALUE:
        *extent = expr_read(t->reader, one->names, sub->value);
        if (!*extent)
            t->has_failed = true;
        return *extent && check_extent(t, sub, name, *extent);
    case DIRECTIVE_SUB_RANGE:
        break;
    }
    return scope_fail(
        t, "extent", sub->where,
        "processors have no bounds; write their number, or '*' for what --procs says");
}

void resolve_nodes(directive_table *t, const declared *one)
{
    scope_entry *e = declare(t, one, one->d->u.nodes.shape.name, true);
    if (e)
        e->nodes = *one;
}

/* The shape as it is declared; null after a diagnostic. */
static proc_grid *read_shape(directive_table *t, const declared *one)
{
    const directive_ref *shape = &one->d->u.nodes.shape;
    if (one->d->is_broken || !check_rank(t, shape))
        return NULL;
    proc_grid *g = ARENA_NEW(t->ctx->arena, proc_grid);
    g->name = shape->name.text;
    g->rank = shape->count;
    g->where = shape->name.where;
    g->set = one->d->u.nodes.set;
    g->is_unused = true; /* until something is placed on it */
    bool is_fortran = scope_is_fortran(one->d->spelling, shape->is_square);
    bool is_right = true;
    for (int k = 0; k < shape->count; k++) {
        int axis = scope_dim(is_fortran, shape->count, k);
        is_right &= read_grid_extent(t, one, g->name, &shape->sub[k], &g->extent[axis]);
    }
    return is_right ? g : NULL;
}

/* Processors of the same name and shape that another function, or the file, declares: they
 * are the same ones. Null: there are none. */
static proc_grid *declared_elsewhere(const directive_table *t, const scope_entry *e,
                                     const proc_grid *g)
{
    for (int i = 0; i < t->entries.count; i++) {
        proc_grid *other = t->entries.data[i].is_grid ? t->entries.data[i].grid : NULL;
        bool is_same = other && other->name == g->name && !other->of && other->rank == g->rank &&
                       t->entries.data[i].owner != e->owner;
        for (int k = 0; k < g->rank && is_same; k++)
            is_same = g->extent[k] && g->extent[k] == other->extent[k];
        if (is_same)
            return other;
    }
    return NULL;
}

const proc_grid *scope_grid(directive_table *t, scope_entry *e)
{
    if (e->state == MAPPED_IN_PROGRESS) {
        scope_fail(t, "circular-nodes", e->where,
                   "'%s' is part of itself; one of the nodes that are part of each other must "
                   "stand by itself",
                   e->name);
        e->state = MAPPED_DONE;
    }
    if (e->state == MAPPED_DONE)
        return e->grid;
    e->state = MAPPED_IN_PROGRESS;
    const declared *one = &e->nodes;
    proc_grid *g = read_shape(t, one);
    bool is_part = g && one->d->u.nodes.has_parent && one->d->u.nodes.parent.name.text;
    bool is_right = g && (!is_part || scope_read_parent(t, one, g));
    e->state = MAPPED_DONE;
    if (!is_right)
        return NULL;
    e->grid = scope_grid_of_unit(t, e, g);
    if (!e->grid && !is_part)
        e->grid = declared_elsewhere(t, e, g);
    if (e->grid)
        return e->grid;
    g->id = t->grids.count;
    VEC_PUSH(t->ctx->arena, &t->grids, g);
    e->grid = g;
    return g;
}

const proc_grid *scope_use_grid(directive_table *t, scope_entry *e)
{
    if (!e->grid || !e->grid->is_unused)
        return e->grid;
    e->grid->is_unused = false;
    for (int i = 0; e->grid->of && i < t->entries.count; i++)
        if (t->entries.data[i].is_grid && t->entries.data[i].grid == e->grid->of)
            scope_use_grid(t, &t->entries.data[i]);
    return e->grid;
}

void resolve_grids(directive_table *t)
{
    for (int i = 0; i < t->entries.count; i++)
        if (t->entries.data[i].is_grid)
            scope_grid(t, &t->entries.data[i]);
}

/* --- template --------------------------------------------------------------- */

bool scope_read_bounds(directive_table *t, const declared *one, const directive_ref *shape,
                       const directive_subscript *sub, const expr **lower, const expr **extent)
{
    bool is_xmp = one->d->spelling == DIALECT_XMP;
    if (sub->kind == DIRECTIVE_SUB_STAR || sub->step.count > 0)
        return scope_fail(t, "extent", sub->where,
                          "a template's dimension is an extent or 'lower:upper'");
    *lower = *extent = NULL;
    if (sub->kind == DIRECTIVE_SUB_RANGE && sub->value.count + sub->upper.count == 0 && is_xmp)
        return true;
    if (sub->kind == DIRECTIVE_SUB_RANGE && (sub->value.count == 0 || sub->upper.count == 0))
        return scope_fail(t, "extent", sub->where,
                          "a template's dimension is an extent or 'lower:upper'%s",
                          is_xmp ? ", or ':' where a template_fix gives it later" : "");
    const expr *first = expr_read(t->reader, one->names, sub->value);
    const expr *second = first;
    if (first && sub->kind == DIRECTIVE_SUB_RANGE)
        second = expr_read(t->reader, one->names, sub->upper);
    if (!first || !second) {
        t->has_failed = true;
        return false;
    }
    if (sub->kind == DIRECTIVE_SUB_VALUE) {
        *lower = expr_int(t->pool, is_xmp && !shape->is_square ? 1 : 0);
        *extent = first;
    } else {
        *lower = first;
        bool is_length = is_xmp && shape->is_square;
        *extent = is_length
                      ? second
                      : expr_add(t->pool, expr_sub(t->pool, second, first), expr_int(t->pool, 1));
    }
    return check_extent(t, sub, shape->name.text, *extent);
}

dist_template *scope_new_template(directive_table *t, const char *name, int rank,
                                  source_range where)
{
    dist_template *tmpl = ARENA_NEW(t->ctx->arena, dist_template);
    tmpl->name = name;
    tmpl->rank = rank;
    tmpl->where = where;
    tmpl->id = t->templates.count;
    VEC_PUSH(t->ctx->arena, &t->templates, tmpl);
    return tmpl;
}

void resolve_template(directive_table *t, const declared *one)
{
    const directive_ref *shape = &one->d->u.tmpl;
    scope_entry *e = declare(t, one, shape->name, false);
    if (!e || one->d->is_broken || !check_rank(t, shape))
        return;
    const expr *lower[MAX_RANK], *extent[MAX_RANK];
    bool is_fortran = scope_is_fortran(one->d->spelling, shape->is_square);
    bool is_right = true;
    for (int k = 0; k < shape->count; k++) {
        int dim = scope_dim(is_fortran, shape->count, k);
        is_right &= scope_read_bounds(t, one, shape, &shape->sub[k], &lower[dim], &extent[dim]);
    }
    if (!is_right)
        return;
    e->tmpl = scope_template_of_unit(t, e, shape->count, lower, extent);
    if (e->tmpl)
        return;
    e->tmpl = scope_new_template(t, shape->name.text, shape->count, shape->name.where);
    e->tmpl->owner = e->owner;
    for (int d = 0; d < shape->count; d++) {
        e->tmpl->lower[d] = lower[d];
        e->tmpl->extent[d] = extent[d];
    }
}
