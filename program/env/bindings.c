#include "program/env/internal.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "support/suggest.h"

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
    e->slice_steps = 0;
    e->bound_count++;
    if (e->param_count)
        memset(e->param, 0, (size_t)e->param_count * sizeof *e->param);
    if (e->loop_var_count)
        memset(e->loop_var, 0, (size_t)e->loop_var_count * sizeof *e->loop_var);
    for (int i = 0; i < e->grid_count; i++)
        e->grid[i].is_bound = false;
    change(e, false, false);
    bool is_bound = env_check_procs(e);
    for (int i = 0; i < e->values.count; i++)
        if (!is_named(e, e->values.set[i].name)) {
            report_nameless(e, e->values.set[i].name);
            is_bound = is_bound && is_strip(e->values.set[i].name);
        }
    for (int i = 0; i < e->grid_count && is_bound; i++)
        is_bound = env_bind_grid(e, &e->grid[i]);
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

int env_rank(const env *e)
{
    return e->rank;
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

void env_coords(const env *e, const proc_grid *grid, int *coords)
{
    const env_grid *g = bound_grid(e, grid);
    for (int rank = 0; rank < e->procs; rank++) {
        const int index = env_grid_index(g, rank);
        int rest = index;
        for (int axis = grid->rank - 1; axis >= 0; axis--) {
            coords[rank * grid->rank + axis] = index >= 0 ? rest % g->extent[axis] : -1;
            rest /= g->extent[axis];
        }
    }
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

void env_set_watch(env *e, env_watch watch)
{
    e->watch = watch;
}

int64_t env_steps(const env *e)
{
    return e->slice_steps;
}

void env_set_steps(env *e, int64_t steps)
{
    e->slice_steps = steps;
}

int64_t env_most_messages(const env *e, int64_t most)
{
    return e->watch.most > 0 && e->watch.most < most ? e->watch.most : most;
}

void env_tell_many(const env *e, int64_t messages)
{
    if (e->watch.many)
        e->watch.many(e->watch.with, messages);
}
