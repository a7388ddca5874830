/* nodes q(..) = p(..): parts of other nodes, and other shapes of them. */

#include "frontend/resolve/subgrid.h"

#include "frontend/directive/constant.h"
#include "frontend/resolve/grid.h"

int scope_grid_rank(const proc_grid *grid)
{
    return grid->rank - grid->own_count;
}

/* --- What is taken of one axis -------------------------------------------------- */

typedef struct reading {
    directive_table *t;
    const directive_names *names;
    const directive_ref *ref;
    const proc_grid *of;
    bool is_fortran, is_length; /* indices from 1; ranges are base:length */
} reading;

/* An index as a coordinate; null after a diagnostic. */
static const expr *read_coordinate(const reading *r, directive_expr e)
{
    const expr *value = expr_read(r->t->reader, r->names, e);
    r->t->has_failed |= !value;
    return value ? expr_add(r->t->pool, value, expr_int(r->t->pool, r->is_fortran ? -1 : 0)) : NULL;
}

static const expr *read_number(const reading *r, directive_expr e)
{
    const expr *value = expr_read(r->t->reader, r->names, e);
    r->t->has_failed |= !value;
    return value;
}

/* Is a coordinate that the program fixes on the axis? */
static bool check_coordinate(const reading *r, int axis, const expr *coordinate, source_range where)
{
    int64_t at, extent, shift = r->is_fortran ? 1 : 0;
    bool is_known = expr_known(coordinate, &at);
    bool is_bounded = r->of->extent[axis] && expr_known(r->of->extent[axis], &extent);
    if (!is_known || (at >= 0 && (!is_bounded || at < extent)))
        return true;
    const char *text = is_bounded
                           ? scope_text(r->t,
                                        "index %lld is outside of '%s', which has %lld to "
                                        "%lld",
                                        (long long)(at + shift), r->of->name, (long long)shift,
                                        (long long)(extent - 1 + shift))
                           : scope_text(r->t,
                                        "index %lld is outside of '%s', which begins at "
                                        "%lld",
                                        (long long)(at + shift), r->of->name, (long long)shift);
    return scope_fail_noting(r->t, "out-of-range", where, text, r->of->where,
                             scope_text(r->t, "'%s' is declared here", r->of->name));
}

static const expr *steps_between(expr_pool *pool, const expr *first, const expr *last,
                                 const expr *step)
{
    const expr *distance = expr_sub(pool, last, first);
    const expr *steps = step ? expr_floor_div(pool, distance, step) : distance;
    return expr_add(pool, steps, expr_int(pool, 1));
}

/* first..last, of which either may be missing. */
static bool read_range(const reading *r, int axis, const directive_subscript *sub, grid_part *out)
{
    expr_pool *pool = r->t->pool;
    int64_t value;
    *out = (grid_part){.kind = PART_RANGE};
    if (sub->value.count > 0 && !(out->first = read_coordinate(r, sub->value)))
        return false;
    if (sub->step.count > 0 && !(out->step = read_number(r, sub->step)))
        return false;
    if (out->step && (!expr_known(out->step, &value) || value == 0))
        return scope_fail(r->t, "extent", sub->where, "a step is a constant other than 0");
    const expr *first = out->first ? out->first : expr_int(pool, 0), *last = NULL;
    if (sub->upper.count > 0 && r->is_length) {
        out->count = read_number(r, sub->upper);
        if (!out->count)
            return false;
        const expr *steps = expr_sub(pool, out->count, expr_int(pool, 1));
        last = expr_add(pool, first, out->step ? expr_mul(pool, steps, out->step) : steps);
    } else if (sub->upper.count > 0) {
        last = read_coordinate(r, sub->upper);
        if (!last)
            return false;
        out->count = steps_between(pool, first, last, out->step);
    } else if (out->step) {
        return scope_fail(r->t, "malformed-directive", sub->where,
                          "a section with a step names its end");
    }
    if (out->count && expr_known(out->count, &value) && value < 1)
        return scope_fail(r->t, "extent", sub->where, "this part of '%s' has no nodes",
                          r->of->name);
    /* All of the axis, whatever --procs makes of it. */
    bool from_begin = !out->first || (expr_is_int(out->first, &value) && value == 0);
    if (from_begin && !out->step && out->count && out->count == r->of->extent[axis])
        out->first = out->count = NULL;
    return check_coordinate(r, axis, first, sub->where) &&
           (!last || check_coordinate(r, axis, last, sub->where));
}

static bool read_part(const reading *r, int axis, const directive_subscript *sub, grid_part *out)
{
    switch (sub->kind) {
    case DIRECTIVE_SUB_STAR:
        *out = (grid_part){.kind = PART_OWN};
        return true;
    case DIRECTIVE_SUB_RANGE:
        return read_range(r, axis, sub, out);
    case DIRECTIVE_SUB_VALUE:
        break;
    }
    *out = (grid_part){.kind = PART_INDEX, .first = read_coordinate(r, sub->value)};
    return out->first && check_coordinate(r, axis, out->first, sub->where);
}

/* --- The part ----------------------------------------------------------------------- */

/* How many nodes the ranges take; null where it is not known. */
static const expr *count_taken(expr_pool *pool, const proc_grid *of, const grid_part *part)
{
    const expr *total = expr_int(pool, 1);
    for (int axis = 0; axis < of->rank && total; axis++) {
        const grid_part *p = &part[axis];
        if (p->kind != PART_RANGE)
            continue;
        const expr *count = p->count;
        if (!count && of->extent[axis])
            count = p->first ? expr_sub(pool, of->extent[axis], p->first) : of->extent[axis];
        total = count ? expr_mul(pool, total, count) : NULL;
    }
    return total;
}

/* Do the shape and what is taken have equally many nodes, as far as one knows? */
static bool check_total(const reading *r, const proc_grid *g, source_range where)
{
    const expr *mine = expr_int(r->t->pool, 1), *theirs = count_taken(r->t->pool, r->of, g->part);
    for (int k = 0; k < scope_grid_rank(g) && mine; k++)
        mine = g->extent[k] ? expr_mul(r->t->pool, mine, g->extent[k]) : NULL;
    int64_t a, b;
    if (!mine || !theirs || !expr_known(mine, &a) || !expr_known(theirs, &b) || a == b)
        return true;
    return scope_fail_noting(r->t, "nodes-mismatch", where,
                             scope_text(r->t, "'%s' arranges %lld nodes, but %s'%s' has %lld",
                                        g->name, (long long)a, r->ref->count ? "this part of " : "",
                                        r->of->name, (long long)b),
                             r->of->where, scope_text(r->t, "'%s' is declared here", r->of->name));
}

/* Open extents, which the ranges decide, and an axis for each coordinate `*`. */
static bool complete_axes(const reading *r, proc_grid *g)
{
    int ranges = 0, visible = g->rank;
    const grid_part *range_of[MAX_RANK];
    int axis_of[MAX_RANK];
    for (int axis = 0; axis < r->of->rank; axis++) {
        if (g->part[axis].kind == PART_RANGE) {
            range_of[ranges] = &g->part[axis];
            axis_of[ranges++] = axis;
        }
        if (g->part[axis].kind != PART_OWN)
            continue;
        if (g->rank == MAX_RANK)
            return scope_fail(r->t, "rank", g->where,
                              "'%s' has %d dimensions with those that '*' stands for; at most %d "
                              "are analysed",
                              g->name, g->rank + 1, MAX_RANK);
        g->extent[g->rank++] = r->of->extent[axis];
        g->own_count++;
    }
    for (int k = 0; k < visible && ranges == visible; k++) {
        if (!g->extent[k] && !range_of[k]->first)
            g->extent[k] = range_of[k]->count ? range_of[k]->count : r->of->extent[axis_of[k]];
        else if (!g->extent[k])
            g->extent[k] = range_of[k]->count;
    }
    return true;
}

bool scope_read_parent(directive_table *t, const declared *one, proc_grid *g)
{
    const directive_ref *ref = &one->d->u.nodes.parent;
    scope_entry *e = scope_find(t, one->names, ref->name.text, true);
    if (!e)
        return scope_unknown(t, one->names, ref->name, "nodes");
    reading r = {.t = t,
                 .names = one->names,
                 .ref = ref,
                 .of = scope_grid(t, e),
                 .is_fortran = scope_is_fortran(one->d->spelling, ref->is_square) && ref->count > 0,
                 .is_length = one->d->spelling == DIALECT_XMP && ref->is_square};
    if (!r.of)
        return false;
    int rank = scope_grid_rank(r.of);
    if (ref->count > 0 && ref->count != rank)
        return scope_fail_noting(t, "rank-mismatch", ref->where,
                                 scope_text(t, "'%s' has %s, but %d %s indexed", e->name,
                                            scope_dimensions(t, rank), ref->count,
                                            ref->count == 1 ? "is" : "are"),
                                 e->where, scope_text(t, "'%s' is declared here", e->name));
    grid_part *part = ARENA_ARRAY(t->ctx->arena, r.of->rank, grid_part);
    for (int axis = 0; axis < r.of->rank; axis++)
        part[axis].kind = axis < rank ? PART_RANGE : PART_OWN;
    for (int k = 0; k < ref->count; k++) {
        int axis = scope_dim(r.is_fortran, rank, k);
        if (!read_part(&r, axis, &ref->sub[k], &part[axis]))
            return false;
    }
    g->of = r.of;
    g->part = part;
    return check_total(&r, g, one->d->u.nodes.shape.where) && complete_axes(&r, g);
}

/* --- Sections where nodes are used ------------------------------------------------------ */

static bool is_same_part(const proc_grid *a, const proc_grid *b)
{
    bool is_same = a->of == b->of && a->rank == b->rank && a->own_count == b->own_count;
    for (int axis = 0; is_same && axis < a->of->rank; axis++) {
        const grid_part *x = &a->part[axis], *y = &b->part[axis];
        is_same = x->kind == y->kind && x->first == y->first && x->count == y->count &&
                  x->step == y->step;
    }
    for (int k = 0; is_same && k < a->rank; k++)
        is_same = a->extent[k] == b->extent[k];
    return is_same;
}

/* "p[1:2][:]": the first and how many. */
static const char *section_name(directive_table *t, const proc_grid *g)
{
    const char *name = g->of->name;
    for (int axis = 0; axis < scope_grid_rank(g->of); axis++) {
        const grid_part *part = &g->part[axis];
        name = part->first ? scope_text(t, "%s[%s:%s", name, expr_text(t->ctx, part->first),
                                        expr_text(t->ctx, part->count))
                           : scope_text(t, "%s[:", name);
        name = part->step ? scope_text(t, "%s:%s]", name, expr_text(t->ctx, part->step))
                          : scope_text(t, "%s]", name);
    }
    return intern(t->ctx->names, name);
}

/* What a clause names is no longer unused, also where only another name of it was declared. */
static const proc_grid *used_part(directive_table *t, const proc_grid *g)
{
    for (int i = 0; i < t->entries.count; i++)
        if (t->entries.data[i].is_grid && t->entries.data[i].grid == g)
            scope_use_grid(t, &t->entries.data[i]);
    return g;
}

const proc_grid *scope_section_of(directive_table *t, const directive_ref *ref,
                                  const proc_grid *grid, const expr *const *first,
                                  const expr *const *last, const expr *const *step)
{
    proc_grid *g = ARENA_NEW(t->ctx->arena, proc_grid);
    grid_part *part = ARENA_ARRAY(t->ctx->arena, grid->rank, grid_part);
    *g = *grid;
    g->like = NULL;
    g->of = grid;
    g->part = part;
    for (int axis = 0; axis < grid->rank; axis++) {
        part[axis].kind = axis < scope_grid_rank(grid) ? PART_RANGE : PART_OWN;
        if (axis >= scope_grid_rank(grid) || !last[axis])
            continue;
        if (first[axis]->uses_loop_var || last[axis]->uses_loop_var) {
            scope_fail(t, "not-analysed", ref->where,
                       "a part of '%s' that moves with a loop is not analysed in this version; "
                       "name one processor",
                       grid->name);
            return NULL;
        }
        part[axis].first = first[axis];
        part[axis].count = steps_between(t->pool, first[axis], last[axis], step[axis]);
        part[axis].step = step[axis];
        g->extent[axis] = part[axis].count;
    }
    for (int i = 0; i < t->grids.count; i++) /* as others call it too */
        if (is_same_part(t->grids.data[i], g))
            return used_part(t, t->grids.data[i]);
    g->name = section_name(t, g);
    g->where = ref->where;
    g->id = t->grids.count;
    VEC_PUSH(t->ctx->arena, &t->grids, g);
    return g;
}
