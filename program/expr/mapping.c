/* Closed forms of one distributed dimension.
 *
 * With M = block * procs, coordinate p owns the template cells whose distance
 * to the lower bound is, modulo M, in [p*block, (p+1)*block). Members of a
 * progression in such a window are a difference of two floor sums, since for
 * 0 <= lo <= hi <= M
 *   [x mod M in [lo, hi)] = floor((x - lo) / M) - floor((x - hi) / M).
 * Under GEN_BLOCK it owns one interval. */

#include "program/expr/mapping.h"

#include <assert.h>

#include "program/expr/integer.h"

const proc_grid *grid_root(const proc_grid *grid)
{
    while (grid && grid->of)
        grid = grid->of;
    return grid;
}

/* A section seen from the template: cells first + step*k, 0 <= k < count,
 * relative to the template's lower bound, step >= 0. */
typedef struct cells {
    int64_t first, step, count;
} cells;

static cells template_cells(const dim_mapping *dim, section s)
{
    cells c = {dim->stride * s.lower + dim->offset - dim->lower, dim->stride * s.stride,
               section_count(s)};
    if (c.step < 0 && c.count > 0) {
        c.first += c.step * (c.count - 1);
        c.step = -c.step;
    }
    return c;
}

/* The last coordinate that has no cell after this one. */
static int gen_owner(const dim_mapping *dim, int64_t cell)
{
    int low = 0, high = dim->procs - 1;
    while (low < high) {
        int middle = low + (high - low + 1) / 2;
        if (dim->before[middle] <= cell)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

int mapping_cell_owner(const dim_mapping *dim, int64_t cell)
{
    if (dim->kind == DIST_GEN_BLOCK)
        return gen_owner(dim, cell);
    int64_t block = int_floor_div(cell, dim->block);
    if (block >= 0 && block < dim->procs)
        return (int)block;
    return (int)int_floor_mod(block, dim->procs);
}

int mapping_owner(const dim_mapping *dim, int64_t i)
{
    return mapping_cell_owner(dim, dim->stride * i + dim->offset - dim->lower);
}

bool dist_is_interval(dist_kind kind)
{
    return kind == DIST_BLOCK || kind == DIST_GEN_BLOCK;
}

void mapping_interval(const dim_mapping *dim, int p, int64_t *first, int64_t *last)
{
    assert(dist_is_interval(dim->kind) && p >= 0 && p < dim->procs);
    if (dim->kind == DIST_BLOCK) {
        *first = p * dim->block;
        *last = *first + dim->block - 1;
        return;
    }
    /* Far enough for every cell, and no sum with one overflows. */
    *first = p > 0 ? dim->before[p] : INT64_MIN / 4;
    *last = p + 1 < dim->procs ? dim->before[p + 1] - 1 : INT64_MAX / 4;
}

/* Returns the sum over 0 <= k < n of floor((a*k + b) / m), modulo 2^64: each
 * turn takes out whole multiples and exchanges the roles of a and m, as
 * Euclid's algorithm does. */
static uint64_t floor_sum(uint64_t n, uint64_t m, uint64_t a, uint64_t b)
{
    uint64_t sum = 0;
    for (;;) {
        if (a >= m) {
            uint64_t pairs = n % 2 ? n * ((n - 1) / 2) : n / 2 * (n - 1);
            sum += pairs * (a / m);
            a %= m;
        }
        if (b >= m) {
            sum += n * (b / m);
            b %= m;
        }
        unsigned __int128 top = (unsigned __int128)a * n + b;
        if (top < m)
            return sum;
        if (top >> 64) {
            n = (uint64_t)(top / m);
            b = (uint64_t)(top % m);
        } else {
            n = (uint64_t)top / m;
            b = (uint64_t)top % m;
        }
        uint64_t t = m;
        m = a;
        a = t;
    }
}

/* How many of the integers below x (counted from 0) are, modulo `cycle`, in
 * [lo, lo + block). */
static int64_t window_below(int64_t x, int64_t cycle, int64_t lo, int64_t block)
{
    int64_t turns = int_floor_div(x, cycle);
    int64_t into = x - turns * cycle - lo;
    return turns * block + int_max(0, int_min(into, block));
}

/* Members of a rising progression in lo..hi. */
static int64_t cells_within(cells c, int64_t lo, int64_t hi)
{
    int64_t from = int_max(lo, c.first);
    int64_t to = int_min(hi, c.first + c.step * (c.count - 1));
    if (from > to)
        return 0;
    if (c.step == 1)
        return to - from + 1;
    return (to - c.first) / c.step - (from - c.first + c.step - 1) / c.step + 1;
}

static int64_t gen_owned_cells(const dim_mapping *dim, cells c, int p)
{
    int64_t first, last;
    if (c.step == 0)
        return gen_owner(dim, c.first) == p ? c.count : 0;
    mapping_interval(dim, p, &first, &last);
    return cells_within(c, first, last);
}

static int64_t owned_cells(const dim_mapping *dim, cells c, int p)
{
    if (c.count == 0)
        return 0;
    if (dim->kind == DIST_GEN_BLOCK)
        return gen_owned_cells(dim, c, p);
    int64_t cycle = dim->block * dim->procs;
    int64_t lo = p * dim->block;
    if (c.step == 0) {
        int64_t into = int_floor_mod(c.first, cycle) - lo;
        return into >= 0 && into < dim->block ? c.count : 0;
    }
    int64_t last = c.first + c.step * (c.count - 1);
    if (c.first >= 0 && last < cycle) /* one cycle holds them all, as under BLOCK */
        return cells_within(c, lo, lo + dim->block - 1);
    if (c.step == 1)
        return window_below(last + 1, cycle, lo, dim->block) -
               window_below(c.first, cycle, lo, dim->block);
    uint64_t m = (uint64_t)cycle;
    uint64_t base = (uint64_t)int_floor_mod(c.first, cycle) + m - (uint64_t)lo;
    uint64_t step = (uint64_t)(c.step % cycle);
    uint64_t n = (uint64_t)c.count;
    return (int64_t)(floor_sum(n, m, step, base) -
                     floor_sum(n, m, step, base - (uint64_t)dim->block));
}

int64_t mapping_local_count(const dim_mapping *dim, section s, int p)
{
    assert(p >= 0 && p < dim->procs);
    return owned_cells(dim, template_cells(dim, s), p);
}

int mapping_starts(const dim_mapping *dim, int a, int b, int *starts)
{
    int low = a < b ? a : b, high = a < b ? b : a;
    const int at[COUNT_STARTS] = {0, low, low + 1, high, high + 1};
    int count = 0;
    for (int i = 0; i < COUNT_STARTS; i++)
        if (at[i] < dim->procs && (!count || at[i] > starts[count - 1]))
            starts[count++] = at[i];
    return count;
}

/* Where a block is a whole number of steps, each block that the cells pass over
 * has as many of them as any other; only those that they begin and end in have
 * fewer. */
int mapping_count_starts(const dim_mapping *dim, section s, int *starts)
{
    cells c = template_cells(dim, s);
    if (c.count == 0)
        return mapping_starts(dim, 0, 0, starts);
    if (dim->kind == DIST_GEN_BLOCK || (c.step > 0 && dim->block % c.step != 0))
        return 0;
    int64_t cycle = dim->block * dim->procs, last = c.first + c.step * (c.count - 1);
    return mapping_starts(dim, (int)(int_floor_mod(c.first, cycle) / dim->block),
                          (int)(int_floor_mod(last, cycle) / dim->block), starts);
}

bool gen_sizes_equal(const gen_sizes *a, const gen_sizes *b)
{
    if (!a || !b || a == b)
        return a == b;
    bool is_equal = a->count == b->count;
    for (int i = 0; i < a->count && is_equal; i++)
        is_equal = a->size[i] == b->size[i];
    return is_equal;
}

/* A block's size that is not written is known by its kind alone. */
static bool block_equal(const axis_map *a, const axis_map *b)
{
    if (a->sizes || b->sizes)
        return gen_sizes_equal(a->sizes, b->sizes);
    if (a->block && a->block == b->block)
        return true; /* then BLOCK(m) is CYCLIC(m) */
    if (a->block != b->block || a->kind != b->kind)
        return false;
    return a->kind != DIST_BLOCK || a->extent == b->extent;
}

bool axis_map_equal(const axis_map *a, const axis_map *b)
{
    if (a->grid != b->grid || a->axis != b->axis)
        return false;
    if (a->source == AXIS_REPLICATED || b->source == AXIS_REPLICATED)
        return a->source == b->source;
    return a->lower == b->lower && block_equal(a, b);
}

static bool driver_equal(const axis_map *a, const axis_map *b)
{
    if (a->source != b->source)
        return false;
    switch (a->source) {
    case AXIS_REPLICATED:
        return true;
    case AXIS_FIXED:
        return a->offset == b->offset;
    case AXIS_BY_DIM:
        return a->dim == b->dim && a->stride == b->stride && a->offset == b->offset;
    }
    return false;
}

bool array_map_equal(const array_map *a, const array_map *b)
{
    if (a->grid != b->grid)
        return false;
    int axes = a->grid ? a->grid->rank : 0;
    for (int k = 0; k < axes; k++)
        if (!axis_map_equal(&a->axis[k], &b->axis[k]) || !driver_equal(&a->axis[k], &b->axis[k]))
            return false;
    return true;
}
