/* Messages that look alike from most receivers. A factor's cells depend on one
 * coordinate of the receiver, and away from the ends of what is touched they are
 * those of its neighbour, one further: stretches of such coordinates make
 * boxes, and one receiver of each is counted. */

#include "program/transfer/internal.h"
#include "support/sort.h"

/* Is each axis of the grid a column of at most one factor, from whose cells the
 * sender's coordinate on the same axis is read? */
static bool is_separable(const problem *p, const batch *b)
{
    const proc_grid *grid = p->c->source.grid;
    if (b->presence.count || p->source_rank)
        return false;
    for (int i = 0; i < b->count; i++)
        if (b->shapes[i]->grid != grid)
            return false;
    for (int i = 0; i < p->columns.count; i++)
        if (p->columns.data[i].grid != grid)
            return false;
    for (int g = 0; g < b->factor_count; g++) {
        const dim_factor *f = &b->factors[g];
        if (f->columns.count > 1 || f->source_count > 1)
            return false;
        if (f->source_count == 0)
            continue;
        int axis = f->source[0].axis;
        bool is_alone = env_extent(p->e, grid, axis) == 1;
        if (f->columns.count ? p->columns.data[f->columns.data[0]].axis != axis : !is_alone)
            return false;
    }
    return true;
}

/* The next cell of a slot that any of the needs is for; its end: there is none. */
static int next_cell(const dim_factor *f, int at, int end, need_set needs)
{
    while (at < end && !(f->cells.data[at].needs & needs))
        at++;
    return at;
}

static bool are_parts_alike(const dim_factor *f, const dim_cell *x, const dim_cell *y,
                            need_set needs)
{
    int k = 0, n = 0;
    for (;; k++, n++) {
        const dim_part *m = &f->parts.data[x->first], *o = &f->parts.data[y->first];
        while (k < x->count && !(m[k].needs & needs))
            k++;
        while (n < y->count && !(o[n].needs & needs))
            n++;
        if (k == x->count || n == y->count)
            return k == x->count && n == y->count;
        if ((m[k].needs & needs) != (o[n].needs & needs) || m[k].count != o[n].count)
            return false;
    }
}

/* Are the cells of a slot those of the one before, as much further as it is? Only those count that
 * are for needs which its receivers have. */
static bool goes_on(const dim_factor *f, int slot, int64_t further, need_set needs)
{
    int i = f->first_cell[slot], j = f->first_cell[slot - 1];
    for (;; i++, j++) {
        i = next_cell(f, i, f->first_cell[slot + 1], needs);
        j = next_cell(f, j, f->first_cell[slot], needs);
        if (i == f->first_cell[slot + 1] || j == f->first_cell[slot])
            return i == f->first_cell[slot + 1] && j == f->first_cell[slot];
        const dim_cell *x = &f->cells.data[i], *y = &f->cells.data[j];
        if (x->rank != y->rank + further || (x->needs & needs) != (y->needs & needs) ||
            !are_parts_alike(f, x, y, needs))
            return false;
    }
}

/* The needs that receivers at a coordinate may have. */
static need_set needs_at(const problem *p, int axis, int coord)
{
    need_set needs = ~(need_set)0;
    for (int i = 0; i < p->columns.count; i++)
        if (p->columns.data[i].axis == axis && p->columns.data[i].excluded)
            needs &= ~p->columns.data[i].excluded[coord];
    return needs;
}

typedef VEC(int) int_vec;

/* Adds the coordinates at which what the factor's receivers get changes. */
static void cut_by_cells(const problem *p, const dim_factor *f, int axis, int_vec *cuts)
{
    for (int slot = 1; slot < f->slot_count; slot++) {
        int key = f->slot_key ? f->slot_key[slot] : slot;
        int apart = f->slot_key ? key - f->slot_key[slot - 1] : 1;
        int64_t further = f->source_count ? apart * f->source[0].stride : 0;
        if (!goes_on(f, slot, further, needs_at(p, axis, key)))
            VEC_PUSH(p->a, cuts, key);
    }
}

static void cut_by_exclusion(arena *a, const key_column *column, int_vec *cuts)
{
    for (int c = 1; c < column->extent; c++)
        if (column->excluded[c] != column->excluded[c - 1])
            VEC_PUSH(a, cuts, c);
}

static int by_number(const void *x, const void *y)
{
    const int *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

static pattern_axis cut_axis(const problem *p, const batch *b, int axis)
{
    int extent = env_extent(p->e, p->c->source.grid, axis), count = 0;
    int_vec cuts = {0};
    VEC_PUSH(p->a, &cuts, 0);
    for (int i = 0; i < p->columns.count; i++)
        if (p->columns.data[i].axis == axis && p->columns.data[i].excluded)
            cut_by_exclusion(p->a, &p->columns.data[i], &cuts);
    for (int g = 0; g < b->factor_count; g++) {
        const dim_factor *f = &b->factors[g];
        if (f->columns.count && p->columns.data[f->columns.data[0]].axis == axis)
            cut_by_cells(p, f, axis, &cuts);
    }
    sort_items(cuts.data, (size_t)cuts.count, sizeof *cuts.data, by_number);
    for (int i = 1; i < cuts.count; i++)
        if (cuts.data[i] != cuts.data[count])
            cuts.data[++count] = cuts.data[i];
    cuts.count = count + 1;
    VEC_PUSH(p->a, &cuts, extent);
    return (pattern_axis){count + 1, cuts.data};
}

/* The first receiver of each box. */
static const int *find_receivers(const problem *p, const transfer_pattern *pattern)
{
    int *rank = ARENA_ARRAY(p->a, pattern->box_count, int);
    for (int r = 0; r < pattern->box_count; r++)
        for (int k = pattern->grid->rank - 1, rest = r; k >= 0; k--) {
            const pattern_axis *axis = &pattern->axis[k];
            rank[r] += axis->first[rest % axis->count] * (int)p->axis_stride[k];
            rest /= axis->count;
        }
    return rank;
}

bool batch_pattern(problem *p, batch *b, transfer_pattern *out)
{
    if (!is_separable(p, b))
        return false;
    out->grid = p->c->source.grid;
    out->box_count = 1;
    for (int k = 0; k < p->axis_count; k++) {
        out->axis[k] = cut_axis(p, b, k);
        out->box_count *= out->axis[k].count;
    }
    receivers who = {.count = out->box_count, .rank = find_receivers(p, out)};
    int *first = who.first = ARENA_ARRAY(p->a, out->box_count + 1, int);
    message_vec messages = {0};
    batch_multiply(p, b, who, &messages);
    pattern_message *list = ARENA_ARRAY(p->a, messages.count, pattern_message);
    for (int i = 0; i < messages.count; i++) {
        const message *m = &messages.data[i];
        list[i].elements = m->elements;
        for (int k = 0; k < p->axis_count; k++) {
            int extent = env_extent(p->e, out->grid, k), stride = (int)p->axis_stride[k];
            list[i].by[k] = m->receiver / stride % extent - m->sender / stride % extent;
        }
    }
    out->first = first;
    out->messages = list;
    return true;
}
