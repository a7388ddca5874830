/* What a walk has found, as the cells and parts of its factor. */

#include "program/transfer/internal.h"
#include "support/sort.h"

static int compare_findings(const void *a, const void *b)
{
    const finding *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return (x->part.needs > y->part.needs) - (x->part.needs < y->part.needs);
}

/* Joins a key's findings to cells. */
static void add_cells(arena *a, dim_factor *f, const finding *data, int n)
{
    for (int i = 0; i < n; i++) {
        const finding *x = &data[i];
        if (i == 0 || x->rank != data[i - 1].rank)
            VEC_PUSH(a, &f->cells, ((dim_cell){x->rank, 0, f->parts.count, 0}));
        dim_cell *cell = &f->cells.data[f->cells.count - 1];
        if (cell->count && f->parts.data[f->parts.count - 1].needs == x->part.needs) {
            f->parts.data[f->parts.count - 1].count += x->part.count;
            continue;
        }
        VEC_PUSH(a, &f->parts, x->part);
        cell->count++;
        cell->needs |= x->part.needs;
    }
}

void factor_collect(arena *a, dim_factor *f, int count, const finding *found)
{
    /* By slot, in order of finding. */
    int slots = f->slot_count;
    f->first_cell = ARENA_ARRAY(a, slots + 1, int);
    int *begin = ARENA_ARRAY(a, slots + 1, int);
    finding *sorted = ARENA_ARRAY(a, count, finding);
    for (int i = 0; i < count; i++)
        begin[found[i].key + 1]++;
    for (int k = 0; k < slots; k++)
        begin[k + 1] += begin[k];
    for (int i = 0; i < count; i++)
        sorted[begin[found[i].key]++] = found[i];
    /* begin[k] is now where slot k ends. */
    for (int k = 0, at = 0; k < slots; at = begin[k++]) {
        sort_items(&sorted[at], (size_t)(begin[k] - at), sizeof *sorted, compare_findings);
        add_cells(a, f, &sorted[at], begin[k] - at);
        f->first_cell[k + 1] = f->cells.count;
    }
}
