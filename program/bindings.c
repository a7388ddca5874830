#include "program/env_internal.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "support/suggest.h"

static bool bind_grid(env *e, env_grid *g);

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
static bool stated_extents(env *e, env_grid *g, int *open_count)
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

/* Divides `total` over the open extents of g, or over all if it has none. */
static bool divide_total(env *e, env_grid *g, int total)
{
    int open_count;
    if (!stated_extents(e, g, &open_count))
        return false;
    const bool is_all = open_count == 0;
    int64_t stated = 1;
    for (int axis = 0; axis < g->grid->rank && !is_all; axis++)
        if (g->extent[axis])
            stated = stated <= INT_MAX ? stated * g->extent[axis] : stated;
    if (total % stated != 0) {
        diag_report(e->ctx->diags, DIAG_ERROR, "processors", g->grid->where,
                    "%d processor%s cannot be divided over '%s': its stated extents take %lld; "
                    "give --procs a multiple of that, or a shape of %d extents",
                    total, total == 1 ? "" : "s", g->grid->name, (long long)stated, g->grid->rank);
        return false;
    }
    int factor[MAX_RANK];
    int next = 0;
    env_factor(total / (int)stated, is_all ? g->grid->rank : open_count, factor);
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
    if (!like->is_bound && !bind_grid(e, like))
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

/* The grid's extents, from --procs or from its directive. */
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
    if (!stated_extents(e, g, &open_count))
        return false;
    if (open_count == 0)
        return true;
    if (values->procs_rank > 0)
        return divide_total(e, g, shape_size(values));
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
    if (!of->is_bound && !bind_grid(e, of))
        return false;
    g->is_bound = env_bind_part(e, g, of);
    return g->is_bound;
}

static bool bind_grid(env *e, env_grid *g)
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

static bool is_procs_sensible(env *e)
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

static bool is_named(const env *e, const char *name)
{
    for (int id = 0; id < expr_pool_param_count(e->pool); id++)
        if (expr_pool_param(e->pool, id)->name == name)
            return true;
    return false;
}

/* The strips of a pipeline, strip@LINE: another distribution may have them. */
static bool is_strip(const char *name)
{
    return strncmp(name, "strip@", 6) == 0 && name[6] >= '0' && name[6] <= '9';
}

/* Reports a --set that names no parameter, with the nearest name there is. */
static void report_nameless(env *e, const char *name)
{
    const int count = expr_pool_param_count(e->pool);
    const char **known = ARENA_ARRAY(e->ctx->arena, count + 1, const char *);
    for (int id = 0; id < count; id++)
        known[id] = expr_pool_param(e->pool, id)->name;
    const char *nearest = suggest_closest(name, known, count);
    if (is_strip(name)) {
        diag_report(e->ctx->diags, DIAG_WARNING, "unknown-parameter", (source_range){0},
                    "--set %s has no effect with this distribution: no nest that begins on line "
                    "%s is a pipeline in strips",
                    name, name + 6);
        return;
    }
    diag *d =
        diag_report(e->ctx->diags, DIAG_ERROR, "unknown-parameter", (source_range){0},
                    "--set %s names no parameter of the program%s%s%s", name,
                    nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
    const char *list = "";
    for (int id = 0; id < count && id < 8; id++)
        if (!strstr(list, arena_printf(e->ctx->arena, "'%s'", known[id])))
            list = arena_printf(e->ctx->arena, "%s%s'%s'", list, *list ? ", " : "", known[id]);
    if (*list)
        diag_note(d, (source_range){0}, "the program's parameters are %s%s", list,
                  count > 8 ? ", …" : "");
}

static void change(env *e, bool of_coord, bool of_loop_var)
{
    e->clock++;
    for (int depends = 0; depends < DEPENDENCES; depends++)
        if ((depends & USES_COORD && of_coord) || (depends & USES_LOOP_VAR && of_loop_var) ||
            (!of_coord && !of_loop_var))
            e->since[depends] = e->clock;
}

static void place_rank(env *e)
{
    for (int i = 0; i < e->grid_count; i++) {
        env_grid *g = &e->grid[i];
        const int index = env_grid_index(g, e->rank);
        int rest = index;
        for (int axis = g->grid->rank - 1; axis >= 0; axis--) {
            g->coord[axis] = index >= 0 ? rest % g->extent[axis] : -1;
            rest /= g->extent[axis];
        }
    }
}

bool env_rebind(env *e, const bindings *values)
{
    e->values = values ? *values : (bindings){0};
    e->procs = 1;
    e->rank = 0;
    e->fault = (env_fault){0};
    if (e->param_count)
        memset(e->param, 0, (size_t)e->param_count * sizeof *e->param);
    if (e->loop_var_count)
        memset(e->loop_var, 0, (size_t)e->loop_var_count * sizeof *e->loop_var);
    for (int i = 0; i < e->grid_count; i++)
        e->grid[i].is_bound = false;
    change(e, false, false);
    bool is_bound = is_procs_sensible(e);
    for (int i = 0; i < e->values.count; i++)
        if (!is_named(e, e->values.set[i].name)) {
            report_nameless(e, e->values.set[i].name);
            is_bound = is_bound && is_strip(e->values.set[i].name);
        }
    for (int i = 0; i < e->grid_count && is_bound; i++)
        is_bound = bind_grid(e, &e->grid[i]);
    if (is_bound)
        place_rank(e);
    return is_bound;
}

env *env_new(fp_context *ctx, const expr_pool *pool, const proc_grid *const *grids, int grid_count,
             const bindings *values)
{
    env *e = ARENA_NEW(ctx->arena, env);
    e->ctx = ctx;
    e->pool = pool;
    e->grid_count = grid_count;
    e->grid = ARENA_ARRAY(ctx->arena, grid_count, env_grid);
    for (int i = 0; i < grid_count; i++)
        e->grid[i].grid = grids[i];
    e->value_count = expr_pool_size(pool);
    e->value = ARENA_ARRAY(ctx->arena, e->value_count, env_value);
    e->param_count = expr_pool_param_count(pool);
    e->param = ARENA_ARRAY(ctx->arena, e->param_count, env_param);
    e->loop_var_count = expr_pool_loop_var_count(pool);
    e->loop_var = ARENA_ARRAY(ctx->arena, e->loop_var_count, env_loop_var);
    return env_rebind(e, values) ? e : NULL;
}

void env_set_loop_var(env *e, const loop_var *v, int64_t value)
{
    if (v->id >= e->loop_var_count) {
        const int count = expr_pool_loop_var_count(e->pool);
        env_loop_var *fresh = ARENA_ARRAY(e->ctx->arena, count, env_loop_var);
        if (e->loop_var_count)
            memcpy(fresh, e->loop_var, (size_t)e->loop_var_count * sizeof *fresh);
        e->loop_var = fresh;
        e->loop_var_count = count;
    }
    env_loop_var *state = &e->loop_var[v->id];
    if (state->is_set && state->value == value)
        return;
    *state = (env_loop_var){value, true};
    change(e, false, true);
}

void env_set_rank(env *e, int rank)
{
    assert(rank >= 0 && rank < e->procs);
    if (rank == e->rank)
        return;
    e->rank = rank;
    place_rank(e);
    change(e, true, false);
}

int env_rank(const env *e)
{
    return e->rank;
}

void env_set_param(env *e, const param *p, int64_t value)
{
    if (p->id >= e->param_count)
        env_grow_params(e);
    env_param *state = &e->param[p->id];
    state->value = value;
    state->is_known = true;
    /* Definitions that read p are worth nothing now. */
    for (int id = 0; id < e->param_count; id++)
        if (id != p->id && !e->param[id].is_assigned)
            e->param[id].is_known = false;
    state->is_assigned = true;
    change(e, false, false);
}

int env_procs(const env *e)
{
    return e->procs;
}

static const env_grid *bound_grid(const env *e, const proc_grid *grid)
{
    const env_grid *g = env_find_grid(e, grid);
    assert(g && g->is_bound);
    return g;
}

int env_extent(const env *e, const proc_grid *grid, int axis)
{
    assert(axis >= 0 && axis < grid->rank);
    return bound_grid(e, grid)->extent[axis];
}

int env_grid_size(const env *e, const proc_grid *grid)
{
    return bound_grid(e, grid)->size;
}

int env_coord(const env *e, const proc_grid *grid, int axis, int rank)
{
    const env_grid *g = bound_grid(e, grid);
    int index = env_grid_index(g, rank);
    if (index < 0)
        return -1;
    for (int later = grid->rank - 1; later > axis; later--)
        index /= g->extent[later];
    return index % g->extent[axis];
}

int env_rank_at(const env *e, const proc_grid *grid, const int *coords)
{
    const env_grid *g = bound_grid(e, grid);
    int index = 0;
    for (int axis = 0; axis < grid->rank; axis++)
        index = index * g->extent[axis] + coords[axis];
    return g->rank_of ? g->rank_of[index] : index;
}

bool env_param_used(const env *e, const param *p, int64_t *value)
{
    if (p->id >= e->param_count || !e->param[p->id].is_used || !e->param[p->id].is_known)
        return false;
    *value = e->param[p->id].value;
    return true;
}
