/* Numbers for one distributed axis. */

#include "program/env/internal.h"

#include <assert.h>

static bool report(env *e, const axis_map *axis, env_fault_kind kind, int64_t block, int64_t procs,
                   int64_t extent, bool *ok)
{
    *ok = env_fail(
        e,
        (env_fault){.kind = kind, .axis = axis, .block = block, .procs = procs, .extent = extent});
    return false;
}

/* --- GEN_BLOCK ---------------------------------------------------------------- */

/* A size for each coordinate, none of them negative. */
static bool add_up(env *e, const axis_map *axis, env_gen *g, bool *ok)
{
    const gen_sizes *sizes = axis->sizes;
    int64_t size = 0, total = 0;
    if (sizes->count < g->procs)
        return report(e, axis, FAULT_GEN_COUNT, sizes->count, g->procs, 0, ok);
    g->largest = 0;
    const int count = sizes->is_open ? g->procs : sizes->count;
    for (int p = 0; p < count; p++) {
        if (!env_value_of(e, sizes->size[p], &size)) {
            *ok = false;
            return false;
        }
        if (p >= g->procs && size != 0)
            return report(e, axis, FAULT_GEN_SURPLUS, size, p, 0, ok);
        if (size < 0)
            return report(e, axis, FAULT_GEN_NEGATIVE, size, p, 0, ok);
        if (!env_is_safe_cell((__int128)total + size)) {
            *ok = env_fail(e, (env_fault){.kind = FAULT_OVERFLOW, .at = sizes->size[p]});
            return false;
        }
        if (p < g->procs)
            g->before[p] = total;
        total += size;
        g->largest = size > g->largest ? size : g->largest;
    }
    g->before[g->procs] = total;
    return true;
}

/* The sums of an axis: those that are known, or new ones. */
static env_gen *find_gen(env *e, const axis_map *axis, int procs)
{
    for (int i = 0; i < e->gens.count; i++) {
        env_gen *g = &e->gens.data[i];
        if (g->procs == procs && gen_sizes_equal(g->sizes, axis->sizes))
            return g;
    }
    env_gen fresh = {.sizes = axis->sizes,
                     .procs = procs,
                     .before = ARENA_ARRAY(e->ctx->arena, procs + 1, int64_t)};
    VEC_PUSH(e->ctx->arena, &e->gens, fresh);
    return &e->gens.data[e->gens.count - 1];
}

static bool read_sizes(env *e, const axis_map *axis, dim_mapping *m, bool *ok)
{
    env_gen *g = find_gen(e, axis, m->procs);
    /* Sizes depend on parameters only; the clock starts above 0. */
    if (g->stamp < e->since[0] || g->stamp == 0) {
        g->stamp = 0;
        if (!add_up(e, axis, g, ok))
            return false;
        g->stamp = e->clock;
    }
    m->before = g->before;
    m->block = g->largest > 0 ? g->largest : 1;
    return g->before[m->procs] >= m->extent ||
           report(e, axis, FAULT_GEN_SUM, g->before[m->procs], m->procs, m->extent, ok);
}

/* --- Any axis ------------------------------------------------------------------ */

static bool read_values(env *e, const axis_map *axis, dim_mapping *m)
{
    return env_value_of(e, axis->lower, &m->lower) && env_value_of(e, axis->extent, &m->extent) &&
           env_value_of(e, axis->offset, &m->offset) &&
           (axis->source == AXIS_FIXED || env_value_of(e, axis->stride, &m->stride)) &&
           (!axis->block || env_value_of(e, axis->block, &m->block));
}

bool env_dim_mapping(env *e, const axis_map *axis, dim_mapping *out, bool *ok)
{
    assert(axis->source != AXIS_REPLICATED && axis->kind != DIST_COLLAPSED);
    const env_grid *grid = env_find_grid(e, axis->grid);
    if (!grid || !grid->is_bound)
        return report(e, axis, FAULT_GRID, 0, 0, 0, ok);
    dim_mapping m = {.kind = axis->kind, .procs = grid->extent[axis->axis]};
    if (!read_values(e, axis, &m)) {
        *ok = false;
        return false;
    }
    if (m.extent <= 0)
        return report(e, axis, FAULT_EXTENT, m.block, m.procs, m.extent, ok);
    if (axis->kind == DIST_GEN_BLOCK && !read_sizes(e, axis, &m, ok))
        return false;
    if (!axis->block && axis->kind != DIST_GEN_BLOCK)
        m.block = axis->kind == DIST_CYCLIC ? 1 : (m.extent - 1) / m.procs + 1;
    if (!env_is_safe_cell(m.lower) || !env_is_safe_cell(m.extent) ||
        !env_is_safe_cell((__int128)m.block * m.procs) || !env_is_safe_cell(m.stride) ||
        !env_is_safe_cell(m.offset)) {
        *ok = env_fail(e, (env_fault){.kind = FAULT_OVERFLOW, .at = axis->extent});
        return false;
    }
    if (m.block <= 0)
        return report(e, axis, FAULT_BLOCK, m.block, m.procs, m.extent, ok);
    if (axis->kind == DIST_BLOCK && (m.extent - 1) / m.block >= m.procs)
        return report(e, axis, FAULT_BLOCK_SUM, m.block, m.procs, m.extent, ok);
    *out = m;
    return true;
}
