#include "tests/plan/passes/random_maker.h"

#include "program/expr/integer.h"

/* Processors, templates, and arrays on them. */

const proc_grid *random_grid(maker *m)
{
    proc_grid *g = ARENA_NEW(m->ctx->arena, proc_grid);
    g->name = "P";
    g->rank = random_in(m->r, 1, m->is_deep ? 3 : 2);
    for (int k = 0; k < g->rank; k++)
        g->extent[k] = expr_int(m->pool, random_in(m->r, 1, g->rank == 3 ? 2 : 3));
    return g;
}

/* Blocks of any sizes, some of them 0, that hold the extent. */
static const gen_sizes *make_sizes(maker *m, int procs, int extent)
{
    gen_sizes *sizes = ARENA_NEW(m->ctx->arena, gen_sizes);
    const expr **size = ARENA_ARRAY(m->ctx->arena, procs, const expr *);
    int left = extent;
    for (int p = 0; p < procs; p++) {
        int next = random_in(m->r, 0, random_in(m->r, 0, 2) ? 2 * extent / procs : extent / 8);
        if (p == procs - 1 && next < left)
            next = left;
        left = next < left ? left - next : 0;
        size[p] = expr_int(m->pool, next);
    }
    *sizes = (gen_sizes){.count = procs, .size = size};
    return sizes;
}

static dist_format make_format(maker *m, const proc_grid *grid, int axis, int extent)
{
    int procs = random_value(grid->extent[axis]);
    if (random_in(m->r, 0, 4) == 0)
        return (dist_format){.kind = DIST_GEN_BLOCK, .sizes = make_sizes(m, procs, extent)};
    dist_format f = {.kind = random_in(m->r, 0, 1) ? DIST_BLOCK : DIST_CYCLIC};
    if (f.kind == DIST_CYCLIC && random_in(m->r, 0, 1))
        f.block = random_number(m, random_in(m->r, 1, 3));
    else if (f.kind == DIST_BLOCK && random_in(m->r, 0, 4) == 0)
        f.block = random_number(m, (extent - 1) / procs + 1 + random_in(m->r, 0, 3));
    return f;
}

/* Of the grid's rank, or of one more dimension, which is collapsed. */
const dist_template *random_template(maker *m)
{
    static const int extents[] = {16, 19, 25, 44};
    const proc_grid *grid = m->part && random_in(m->r, 0, 1) ? m->part : m->grid;
    int axes = grid->rank - grid->own_count;
    dist_template *t = ARENA_NEW(m->ctx->arena, dist_template);
    t->name = intern(m->ctx->names, arena_printf(m->ctx->arena, "T%d", m->templates.count));
    t->id = m->templates.count;
    t->rank = axes + (axes < 3 ? random_in(m->r, 0, 1) : 0);
    t->is_distributed = true;
    t->grid = grid;
    int collapsed = t->rank > axes ? random_in(m->r, 0, t->rank - 1) : -1;
    for (int d = 0, axis = 0; d < t->rank; d++) {
        int extent = extents[random_in(m->r, 0, 3)] - (m->is_deep ? 6 : 0);
        t->lower[d] = expr_int(m->pool, random_in(m->r, 0, 1) ? 0 : random_in(m->r, -2, 2));
        t->extent[d] = random_number(m, extent);
        t->format[d] = d == collapsed ? (dist_format){.kind = DIST_COLLAPSED}
                                      : make_format(m, grid, axis++, extent);
    }
    VEC_PUSH(m->ctx->arena, &m->templates, t);
    return t;
}

const dist_template *random_redistribution(maker *m, const dist_template *t)
{
    const proc_grid *grid = m->part && random_in(m->r, 0, 1) ? m->part : m->grid;
    int axes = grid->rank - grid->own_count;
    dist_template *to = ARENA_NEW(m->ctx->arena, dist_template);
    *to = *t;
    to->is_distributed = axes <= t->rank && random_in(m->r, 0, 7);
    to->grid = to->is_distributed ? grid : NULL;
    int spare = t->rank - axes;
    for (int d = 0, axis = 0; d < t->rank; d++) {
        bool is_collapsed = !to->is_distributed || axis == axes ||
                            (spare > 0 && random_in(m->r, 0, t->rank - d - 1) < spare);
        to->format[d] = is_collapsed ? (dist_format){.kind = DIST_COLLAPSED}
                                     : make_format(m, grid, axis++, random_value(t->extent[d]));
        spare -= is_collapsed;
    }
    return to;
}

/* stride * i + offset for 0 <= i < n, all inside the template's dimension. */
static void align_with(maker *m, align_axis *axis, const dist_template *t, int d, int n)
{
    static const int strides[] = {1, 1, 1, 1, 1, 2, 3, -1, -2};
    int stride = strides[random_in(m->r, 0, 8)];
    int first = random_value(t->lower[d]), last = first + random_value(t->extent[d]) - 1;
    int least, most;
    for (;; stride = 1) {
        int reach = stride * (n - 1);
        least = first - (reach < 0 ? reach : 0);
        most = last - (reach > 0 ? reach : 0);
        if (least <= most)
            break;
    }
    axis->source = ALIGN_BY_DIM;
    axis->stride = expr_int(m->pool, stride);
    int offset = random_in(m->r, 0, 1) ? least : random_in(m->r, least, most);
    axis->offset = offset < 0 ? expr_int(m->pool, offset) : random_number(m, offset);
}

const alignment *random_alignment(maker *m, const dist_template *t, const variable *v)
{
    alignment *a = ARENA_NEW(m->ctx->arena, alignment);
    int turn = random_in(m->r, 0, 3) ? 0 : random_in(m->r, 0, v->rank - 1);
    bool is_taken[MAX_RANK] = {false};
    a->target = t;
    for (int d = 0; d < t->rank; d++) {
        align_axis *axis = &a->axis[d];
        int by = (d + turn) % (v->rank > t->rank ? v->rank : t->rank);
        int first = random_value(t->lower[d]), extent = random_value(t->extent[d]);
        if (by < v->rank && !is_taken[by] && random_in(m->r, 0, 9)) {
            is_taken[by] = true;
            axis->dim = by;
            align_with(m, axis, t, d, random_value(v->extent[by]));
            continue;
        }
        axis->source = random_in(m->r, 0, 1) ? ALIGN_REPLICATED : ALIGN_FIXED;
        axis->offset = expr_int(m->pool, random_in(m->r, first, first + extent - 1));
    }
    return a;
}

int random_most_extent(const maker *m)
{
    return m->is_deep ? 8 : 14;
}

int random_least_extent(const maker *m)
{
    return m->is_deep ? 6 : 9;
}

variable *random_variable(maker *m, const char *name)
{
    variable *v = ARENA_NEW(m->ctx->arena, variable);
    v->name = intern(m->ctx->names, name);
    v->id = m->variables.count;
    v->kind = ELEM_FLOAT;
    v->elem_bytes = 8;
    v->formal_index = -1;
    VEC_PUSH(m->ctx->arena, &m->variables, v);
    return v;
}

const variable *random_array(maker *m)
{
    variable *v = random_variable(m, arena_printf(m->ctx->arena, "a%d", m->arrays.count));
    int least = random_least_extent(m);
    v->rank = m->is_deep ? random_in(m->r, 2, 3) : random_in(m->r, 0, 2) ? 2 : 1;
    for (int d = 0; d < v->rank; d++)
        v->extent[d] = random_number(m, random_in(m->r, least, random_most_extent(m)));
    bool shares = m->templates.count > 0 && random_in(m->r, 0, 3) > 0;
    const dist_template *t =
        shares ? m->templates.data[random_in(m->r, 0, m->templates.count - 1)] : random_template(m);
    v->align = random_in(m->r, 0, 7) ? random_alignment(m, t, v) : NULL;
    return v;
}
