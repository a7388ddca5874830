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

/* Are the cells of a slot those of the one before, as much further as it is? */
static bool goes_on(const dim_factor *f, int slot, int64_t further)
{
    int here = f->first_cell[slot], before = f->first_cell[slot - 1];
    int count = f->first_cell[slot + 1] - here;
    if (count != here - before)
        return false;
    for (int i = 0; i < count; i++) {
        const dim_cell *x = &f->cells.data[here + i], *y = &f->cells.data[before + i];
        if (x->rank != y->rank + further || x->needs != y->needs || x->count != y->count)
            return false;
        for (int k = 0; k < x->count; k++) {
            const dim_part *m = &f->parts.data[x->first + k], *n = &f->parts.data[y->first + k];
            if (m->needs != n->needs || m->count != n->count)
                return false;
        }
    }
    return true;
}

typedef VEC(int) int_vec;

/* Adds the coordinates at which what the factor's receivers get changes. */
static void cut_by_cells(arena *a, const dim_factor *f, int_vec *cuts)
{
    for (int slot = 1; slot < f->slot_count; slot++) {
        int key = f->slot_key ? f->slot_key[slot] : slot;
        int apart = f->slot_key ? key - f->slot_key[slot - 1] : 1;
        if (!goes_on(f, slot, f->source_count ? apart * f->source[0].stride : 0))
            VEC_PUSH(a, cuts, key);
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
            cut_by_cells(p->a, f, &cuts);
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
