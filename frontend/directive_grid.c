/* processors, nodes and template. */

#include "frontend/directive_scope.h"

/* Registers a name of its scope; null after a diagnostic. The entry may move
 * when another one is registered. */
static scope_entry *declare(directive_table *t, const declared *one, directive_name name,
                            bool is_grid)
{
    const function *owner = one->names->owner;
    for (int i = 0; i < t->entries.count; i++) {
        scope_entry *old = &t->entries.data[i];
        if (old->name == name.text && old->owner == owner) {
            scope_fail_noting(t, "declared-twice", name.where,
                              scope_text(t,
                                         "'%s' is declared twice; give one of them another "
                                         "name",
                                         name.text),
                              old->where, "first declared here");
            return NULL;
        }
    }
    scope_entry fresh = {
        .name = name.text, .owner = owner, .where = name.where, .is_grid = is_grid};
    VEC_PUSH(t->ctx->arena, &t->entries, fresh);
    return &t->entries.data[t->entries.count - 1];
}

static bool check_rank(directive_table *t, const directive_ref *shape)
{
    return shape->count <= MAX_RANK ||
           scope_fail(t, "rank", shape->where, "'%s' has %d dimensions; at most %d are analysed",
                      shape->name.text, shape->count, MAX_RANK);
}

/* Is the extent at least 1, as far as the program tells? */
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
    return scope_fail(t, "extent", sub->where,
                      "an arrangement of processors has no bounds; write the number of "
                      "processors, or '*' for what --procs says");
}

/* Is it all of the parent's dimension: nothing, or 0:extent, or 1:extent? */
static bool is_whole(directive_table *t, const declared *one, const directive_ref *parent,
                     const directive_subscript *sub, const expr *extent)
{
    if (sub->kind != DIRECTIVE_SUB_RANGE || sub->step.count > 0)
        return false;
    if (sub->value.count == 0 && sub->upper.count == 0)
        return true;
    if (sub->value.count == 0 || sub->upper.count == 0)
        return false;
    const expr *first = expr_read(t->reader, one->names, sub->value);
    const expr *last = expr_read(t->reader, one->names, sub->upper);
    return first == expr_int(t->pool, parent->is_square ? 0 : 1) && last && last == extent;
}

static const expr *processor_count(directive_table *t, const proc_grid *g)
{
    const expr *count = expr_int(t->pool, 1);
    for (int i = 0; i < g->rank && count; i++)
        count = g->extent[i] ? expr_mul(t->pool, count, g->extent[i]) : NULL;
    return count;
}

/* nodes q(..) = p: only another arrangement of all of p is analysed. */
static bool check_parent(directive_table *t, const declared *one, const proc_grid *g)
{
    const directive_ref *parent = &one->d->u.nodes.parent;
    if (!one->d->u.nodes.has_parent || !parent->name.text)
        return true;
    scope_entry *e = scope_find(t, one->names, parent->name.text, true);
    if (!e)
        return scope_unknown(t, one->names, parent->name, "nodes");
    if (!e->grid)
        return false;
    if (parent->count > 0 && parent->count != e->grid->rank)
        return scope_fail_noting(t, "rank-mismatch", parent->where,
                                 scope_text(t, "'%s' has %s, but %d are indexed", e->name,
                                            scope_dimensions(t, e->grid->rank), parent->count),
                                 e->where, scope_text(t, "'%s' is declared here", e->name));
    bool is_fortran = scope_is_fortran(one->d->spelling, parent->is_square);
    for (int k = 0; k < parent->count; k++) {
        int axis = scope_dim(is_fortran, parent->count, k);
        if (!is_whole(t, one, parent, &parent->sub[k], e->grid->extent[axis]))
            return scope_fail(t, "not-analysed", parent->where,
                              "a part of '%s' under a name of its own is not analysed in this "
                              "version; write the part where it is used, as in 'task on'",
                              e->name);
    }
    const expr *mine = processor_count(t, g), *theirs = processor_count(t, e->grid);
    int64_t a, b;
    if (mine && theirs && expr_known(mine, &a) && expr_known(theirs, &b) && a != b)
        return scope_fail_noting(t, "nodes-mismatch", one->d->u.nodes.shape.where,
                                 scope_text(t, "'%s' arranges %lld nodes, but '%s' has %lld",
                                            g->name, (long long)a, e->name, (long long)b),
                                 e->where, scope_text(t, "'%s' is declared here", e->name));
    return true;
}

void resolve_nodes(directive_table *t, const declared *one)
{
    const directive_ref *shape = &one->d->u.nodes.shape;
    scope_entry *e = declare(t, one, shape->name, true);
    if (!e || one->d->is_broken || !check_rank(t, shape))
        return;
    proc_grid *g = ARENA_NEW(t->ctx->arena, proc_grid);
    g->name = shape->name.text;
    g->rank = shape->count;
    g->where = shape->name.where;
    bool is_fortran = scope_is_fortran(one->d->spelling, shape->is_square);
    bool is_right = true;
    for (int k = 0; k < shape->count; k++) {
        int axis = scope_dim(is_fortran, shape->count, k);
        is_right &= read_grid_extent(t, one, g->name, &shape->sub[k], &g->extent[axis]);
    }
    if (!is_right || !check_parent(t, one, g))
        return;
    g->id = t->grids.count;
    VEC_PUSH(t->ctx->arena, &t->grids, g);
    e->grid = g;
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
    e->tmpl = scope_new_template(t, shape->name.text, shape->count, shape->name.where);
    for (int d = 0; d < shape->count; d++) {
        e->tmpl->lower[d] = lower[d];
        e->tmpl->extent[d] = extent[d];
    }
}
