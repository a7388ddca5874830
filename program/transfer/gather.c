/* What everybody needs all of along some axes of the source's grid, and has itself along the
 * others: an all-gather, without a list of its messages. */

#include <string.h>

#include "program/expr/integer.h"
#include "program/transfer/internal.h"

/* Has each processor of the source's grid, which are all, iterations of the only need? */
static bool is_of_all(const problem *p, const batch *b)
{
    const proc_grid *grid = p->c->source.grid;
    if (p->is_write_back || p->source_rank || env_grid_size(p->e, grid) != p->procs)
        return false;
    for (int i = 0; i < b->count; i++)
        if (b->shapes[i]->bit != 1 || (b->shapes[i]->grid && b->shapes[i]->grid != grid))
            return false;
    for (int i = 0; i < p->columns.count; i++) {
        const key_column *column = &p->columns.data[i];
        if (column->grid != grid)
            return false;
        for (int c = 0; column->excluded && c < column->extent; c++)
            if (column->excluded[c] & 1)
                return false;
    }
    for (int i = 0; i < b->presence.count; i++) {
        const dim_factor *f = &b->presence.data[i];
        for (int slot = 0; slot < f->slot_count; slot++)
            if (f->first_cell[slot] == f->first_cell[slot + 1])
                return false;
    }
    return true;
}

/* Elements of a cell; -1: more than 64 bits count. */
static int64_t cell_elements(const dim_factor *f, const dim_cell *cell)
{
    int64_t all = 0;
    for (int i = cell->first; i < cell->first + cell->count; i++)
        if (__builtin_add_overflow(all, f->parts.data[i].count, &all))
            return -1;
    return all;
}

/* Multiplies what coordinate `at` has on an axis. */
static bool multiply_own(transfer_gather *g, int axis, int at, int64_t elements)
{
    return elements >= 0 && !__builtin_mul_overflow(g->own[axis][at], elements, &g->own[axis][at]);
}

/* Of a dimension that lies on an axis, on which each receiver touches its own part alone. */
static bool keep_axis(const problem *p, const dim_factor *f, transfer_gather *g)
{
    const key_column *column = &p->columns.data[f->columns.data[0]];
    const int axis = column->axis;
    if (f->columns.count > 1 || (f->source_count && f->source[0].axis != axis))
        return false;
    for (int at = 0; at < column->extent; at++) {
        int64_t further, stride = f->source_count ? f->source[0].stride : 0;
        const int slot = factor_slot(f, at * f->key_stride[0], &further);
        const int first = f->first_cell[slot], count = f->first_cell[slot + 1] - first;
        const dim_cell *cell = &f->cells.data[first];
        if (count > 1 || (count && cell->rank + further != at * stride) ||
            !multiply_own(g, axis, at, count ? cell_elements(f, cell) : 0))
            return false;
    }
    return true;
}

/* Of one that everybody touches alike, wherever it lies. */
static bool gather_axis(const dim_factor *f, transfer_gather *g, const bool *is_kept)
{
    const int count = f->first_cell[1] - f->first_cell[0];
    if (f->slot_count != 1)
        return false;
    if (!f->source_count) {
        int64_t elements = count == 1 ? cell_elements(f, f->cells.data) : -1;
        return elements >= 0 && !__builtin_mul_overflow(g->elements, elements, &g->elements);
    }
    const int axis = f->source[0].axis, extent = g->extent[axis];
    if (g->is_along[axis] || is_kept[axis])
        return false;
    g->is_along[axis] = true;
    memset(g->own[axis], 0, (size_t)extent * sizeof *g->own[axis]);
    for (int i = 0; i < count; i++) {
        const dim_cell *cell = &f->cells.data[i];
        g->own[axis][cell->rank / f->source[0].stride] = cell_elements(f, cell);
        if (g->own[axis][cell->rank / f->source[0].stride] < 0)
            return false;
    }
    return true;
}

static void begin(const problem *p, transfer_gather *g)
{
    *g = (transfer_gather){.grid = p->c->source.grid, .elements = 1};
    for (int k = 0; k < p->axis_count; k++) {
        g->extent[k] = env_extent(p->e, g->grid, k);
        g->own[k] = ARENA_ARRAY(p->a, g->extent[k], int64_t);
        for (int at = 0; at < g->extent[k]; at++)
            g->own[k][at] = 1;
    }
}

static bool has_carried(const dim_factor *f)
{
    for (int i = 0; i < f->forms.count; i++)
        if (f->forms.data[i].carried)
            return true;
    return false;
}

/* Messages and elements: on each axis that is gathered along, all pairs of an owner and another
 * one. False: more than 64 bits count. */
static bool add_up(transfer_gather *g)
{
    int64_t owners = 1, owned = g->elements, members = 1;
    for (int k = 0; k < g->grid->rank; k++) {
        int64_t have = 0, sum = 0;
        for (int at = 0; at < g->extent[k]; at++) {
            have += g->own[k][at] > 0;
            if (__builtin_add_overflow(sum, g->own[k][at], &sum))
                return false;
        }
        owners *= have;
        members *= g->is_along[k] ? g->extent[k] : 1;
        if (__builtin_mul_overflow(owned, sum, &owned))
            return false;
    }
    g->messages = g->elements > 0 ? owners * (members - 1) : 0;
    return !__builtin_mul_overflow(owned, members - 1, &g->moved);
}

bool batch_gather(problem *p, batch *b, transfer_gather *out)
{
    bool is_kept[MAX_RANK] = {false};
    if (!is_of_all(p, b))
        return false;
    begin(p, out);
    bool is = true;
    for (int i = 0; i < b->factor_count && is; i++) {
        const dim_factor *f = &b->factors[i];
        is = f->source_count <= 1 && !has_carried(f);
        if (!is || !f->columns.count)
            continue;
        is = keep_axis(p, f, out);
        is_kept[p->columns.data[f->columns.data[0]].axis] = true;
    }
    for (int i = 0; i < b->factor_count && is; i++)
        is = b->factors[i].columns.count || gather_axis(&b->factors[i], out, is_kept);
    is = is && add_up(out);
    if (!is)
        out->grid = NULL;
    return is;
}
