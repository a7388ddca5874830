/* A part of the program's processors, or another shape of them. */

#include "tests/plan/passes/random_maker.h"

static int64_t int_of(const expr *e)
{
    int64_t value = 1;
    expr_is_int(e, &value);
    return value;
}

static grid_part part_of_axis(maker *m, int extent)
{
    int first = random_in(m->r, 0, extent - 1), count = random_in(m->r, 1, extent - first);
    switch (random_in(m->r, 0, 5)) {
    case 0:
        return (grid_part){.kind = PART_INDEX, .first = expr_int(m->pool, first)};
    case 1:
        return (grid_part){.kind = PART_OWN};
    case 2:
        return (grid_part){.kind = PART_RANGE};
    default:
        return (grid_part){
            .kind = PART_RANGE,
            .first = expr_int(m->pool, count > 1 && first > 0 ? first + count - 1 : first),
            .count = expr_int(m->pool, count > 1 && first > 0 ? 2 : count),
            .step = count > 1 && first > 0 ? expr_int(m->pool, 1 - count) : NULL};
    }
}

const proc_grid *random_part(maker *m)
{
    proc_grid *g = ARENA_NEW(m->ctx->arena, proc_grid);
    grid_part *part = ARENA_ARRAY(m->ctx->arena, m->grid->rank, grid_part);
    const expr *own[MAX_RANK];
    int64_t total = 1;
    g->name = "Q";
    g->of = m->grid;
    g->part = part;
    g->id = 1;
    for (int k = 0; k < m->grid->rank; k++) {
        part[k] = part_of_axis(m, (int)int_of(m->grid->extent[k]));
        if (part[k].kind == PART_OWN)
            own[g->own_count++] = m->grid->extent[k];
        if (part[k].kind != PART_RANGE)
            continue;
        g->extent[g->rank] = part[k].count ? part[k].count : m->grid->extent[k];
        total *= int_of(g->extent[g->rank++]);
    }
    if (g->rank == 0 || random_in(m->r, 0, 3) == 0) {
        g->rank = 1; /* all in a row */
        g->extent[0] = expr_int(m->pool, total);
    }
    for (int k = 0; k < g->own_count; k++)
        g->extent[g->rank++] = own[k];
    return g;
}
