/* How many processors each grid has: what its directive says, --procs, or a grid like it. */

#include "program/env/internal.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

env_grid *env_find_grid(const env *e, const proc_grid *grid)
{
    for (int i = 0; i < e->grid_count; i++)
        if (e->grid[i].grid == grid)
            return &e->grid[i];
    return NULL;
}

/* "2x4", for messages. */
static const char *shape_text(env *e, int rank, const int *extent)
{
    const char *text = "";
    for (int i = 0; i < rank; i++)
        text = arena_printf(e->ctx->arena, "%s%s%d", text, i ? "x" : "", extent[i]);
    return text;
}

static int shape_size(const bindings *values)
{
    int64_t size = 1;
    for (int i = 0; i < values->procs_rank && size <= INT_MAX; i++)
        size *= values->procs[i];
    return size <= INT_MAX ? (int)size : 0;
}

/* Evaluates the extents that the directive states; 0 where it leaves them open. */
static bool xmp_comm_extents(env *e, env_grid *g, int *open_count)
{
    *open_count = 0;
    for (int axis = 0; axis < g->grid->rank; axis++) {
        const expr *x = g->grid->extent[axis];
        int64_t extent = 0;
        if (!x) {
            ++*open_count;
        } else if (!env_value_of(e, x, &extent)) {
            env_report_failure(e, g->grid->where);
            return false;
        } else if (extent < 1 || extent > INT_MAX) {
            diag_report(e->ctx->diags, DIAG_ERROR, "processors", g->grid->where,
                        "'%s' has %lld processors along axis %d; give it at least 1 (and at "
                        "most %d)",
                        g->grid->name, (long long)extent, axis, INT_MAX);
            return false;
        }
        g->extent[axis] = (int)extent;
    }
    return true;
}

/* Divides `total` over the open extents of g, or over all if it has none and gives another number.
 */
static bool divide_total(env *e, env_grid *g, int total)
{
    int open_count;
    if (!xmp_comm_extents(e, g, &open_count))
        return false;
    int64_t given = 1;
    for (int axis = 0; axis < g->grid->rank; axis++)
        if (g->extent[axis])
            given = given <= INT_MAX ? given * g->extent[axis] : given;
    if (open_count == 0 && given == total)
        return true;
    const bool is_all = open_count == 0;
    given = is_all ? 1 : given;
    if (total % given != 0) {
        diag_report(
            e->ctx->diags, DIAG_ERROR, "processors", g->grid->where,
            "%d processor%s cannot be divided over '%s': the extents that it gives take %lld; "
            "give --procs a multiple of that, or a shape of %d extents",
            total, total == 1 ? "" : "s", g->grid->name, (long long)given, g->grid->rank);
        return false;
    }
    int factor[MAX_RANK];
    int next = 0;
    env_factor(total / (int)given, is_all ? g->grid->rank : open_count, factor);
    for (int axis = 0; axis < g->grid->rank; axis++)
        if (is_all || g->extent[axis] == 0)
            g->extent[axis] = factor[next++];
    return true;
}

/* As many processors as another grid has: the same ones. */
static bool choose_like(env *e, env_grid *g)
{
    env_grid *like = env_find_grid(e, g->grid->like);
    assert(like && "a grid is like one that is bound too");
    if (!like->is_bound && !env_bind_grid(e, like))
        return false;
    g->rank_of = like->rank_of;
    g->index_of = like->index_of;
    g->index_count = like->index_count;
    int own = 1, own_count = g->grid->own_count, visible = g->grid->rank - own_count;
    for (int k = 0; k < own_count; k++) {
        g->extent[visible + k] = like->extent[like->grid->rank - own_count + k];
        own *= g->extent[visible + k];
    }
    return own_count ? (env_factor(like->size / own, visible, g->extent), true)
                     : divide_total(e, g, like->size);
}

/* Does another shape of the same processors take that of --procs? */
static bool is_shaped_elsewhere(const env *e, const env_grid *g)
{
    for (int i = 0; i < e->grid_count; i++)
        if (e->grid[i].grid->like == g->grid && e->grid[i].grid->rank == e->values.procs_rank)
            return true;
    return false;
}

/* How many processors another arrangement has whose directive states all extents; 0: none does. */
static int stated_elsewhere(env *e)
{
    for (int i = 0; i < e->grid_count; i++) {
        env_grid other = e->grid[i];
        int open_count;
        int64_t size = 1;
        if (other.grid->of || other.grid->like || other.grid->is_unused)
            continue;
        if (!xmp_comm_extents(e, &other, &open_count))
            return 0;
        for (int axis = 0; axis < other.grid->rank && size <= INT_MAX; axis++)
            size *= other.extent[axis];
        if (open_count == 0 && size <= INT_MAX)
            return (int)size;
    }
    return 0;
}

/* The grid's extents, from --procs, from its directive, or from another's: they are of the same
 * processors. */
static bool choose_extents(env *e, env_grid *g)
{
    const bindings *values = &e->values;
    const int rank = g->grid->rank;
    if (g->grid->like && g->grid->like->of)
        return choose_like(e, g);
    if (values->procs_rank == rank) {
        memcpy(g->extent, values->procs, (size_t)rank * sizeof *g->extent);
        return true;
    }
    if (values->procs_rank == 1)
        return divide_total(e, g, values->procs[0]);
    if (values->procs_rank > 1 && !g->grid->of && is_shaped_elsewhere(e, g))
        return divide_total(e, g, shape_size(values));
    if (g->grid->like)
        return choose_like(e, g);
    int open_count;
    if (!xmp_comm_extents(e, g, &open_count))
        return false;
    if (open_count == 0)
        return true;
    if (values->procs_rank > 0)
        return divide_total(e, g, shape_size(values));
    const int stated = stated_elsewhere(e);
    if (stated > 0)
        return divide_total(e, g, stated);
    const char *unknown =
        g->grid->is_implied
            ? "nothing tells how many processors there are: no 'onto' names them"
            : arena_printf(e->ctx->arena,
                           "nothing tells how many processors '%s' has: its directive says '*'",
                           g->grid->name);
    diag_report(e->ctx->diags, DIAG_ERROR, "processors", g->grid->where,
                "%s; say --procs COUNT%s (-fpredict-procs=COUNT)", unknown,
                rank == 1 ? "" : arena_printf(e->ctx->arena, " or a shape of %d extents", rank));
    return false;
}

static bool bind_part(env *e, env_grid *g)
{
    env_grid *of = env_find_grid(e, g->grid->of);
    assert(of && "a grid is part of one that is bound too");
    if (!of->is_bound && !env_bind_grid(e, of))
        return false;
    g->is_bound = env_bind_part(e, g, of);
    return g->is_bound;
}

bool env_bind_grid(env *e, env_grid *g)
{
    if (g->is_bound)
        return true;
    if (g->grid->of && !g->grid->is_unused)
        return bind_part(e, g);
    if (g->grid->is_unused) {
        for (int axis = 0; axis < g->grid->rank; axis++)
            g->extent[axis] = 1;
        g->size = 1;
        return g->is_bound = true;
    }
    if (!choose_extents(e, g))
        return false;
    int64_t size = 1;
    for (int axis = 0; axis < g->grid->rank && size <= INT_MAX; axis++)
        size *= g->extent[axis];
    if (size > INT_MAX) {
        diag_report(e->ctx->diags, DIAG_ERROR, "processors", g->grid->where,
                    "'%s' of %s has more processors than fpredict can count; give it at most %d",
                    g->grid->name, shape_text(e, g->grid->rank, g->extent), INT_MAX);
        return false;
    }
    g->size = (int)size;
    g->is_bound = true;
    if (g->size > e->procs)
        e->procs = g->size;
    return true;
}

/* Can --procs be its shape? Not of a part of another grid, and not where nothing is. */
static bool takes_shape(const proc_grid *grid)
{
    return !grid->of && !grid->is_unused && !(grid->like && grid->like->of);
}

bool env_check_procs(env *e)
{
    const bindings *values = &e->values;
    bool fits = values->procs_rank <= 1 || e->grid_count == 0;
    if (e->grid_count == 0 && values->procs_rank > 0)
        diag_report(e->ctx->diags, DIAG_WARNING, "processors", (source_range){0},
                    "--procs has no effect: the program arranges no processors. Add "
                    "'#pragma hpf processors P(*)', and distribute its arrays");
    for (int i = 0; i < values->procs_rank; i++)
        if (values->procs[i] < 1) {
            diag_report(e->ctx->diags, DIAG_ERROR, "processors", (source_range){0},
                        "--procs says %s; each extent must be at least 1",
                        shape_text(e, values->procs_rank, values->procs));
            return false;
        }
    for (int i = 0; i < e->grid_count; i++)
        fits |= takes_shape(e->grid[i].grid) && e->grid[i].grid->rank == values->procs_rank;
    if (fits && (values->procs_rank == 0 || shape_size(values) > 0))
        return true;
    if (!fits) {
        diag *d = diag_report(e->ctx->diags, DIAG_ERROR, "processors", (source_range){0},
                              "--procs %s fits no arrangement of processors; give a shape of "
                              "as many extents as one has, or a total",
                              shape_text(e, values->procs_rank, values->procs));
        for (int i = 0; i < e->grid_count; i++) {
            /* All processors in a row: a total, which needs no note. */
            if (!takes_shape(e->grid[i].grid) ||
                (e->grid[i].grid->like && e->grid[i].grid->rank == 1))
                continue;
            diag_note(d, e->grid[i].grid->where, "'%s' has %d", e->grid[i].grid->name,
                      e->grid[i].grid->rank);
        }
    } else {
        diag_report(e->ctx->diags, DIAG_ERROR, "processors", (source_range){0},
                    "--procs %s is more processors than fpredict can count; at most %d",
                    shape_text(e, values->procs_rank, values->procs), INT_MAX);
    }
    return false;
}
