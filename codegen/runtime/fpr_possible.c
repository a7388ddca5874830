/* Which processors can have no part in a need, found without going through its elements. */

#include "codegen/runtime/fpr_possible.h"

fpr_index fpr_cell_of(const fpr_alignment *alignment, const fpr_need *n)
{
    if (alignment->dim < 0)
        return (fpr_index){-1, 0, alignment->offset};
    const fpr_index *x = &n->index[alignment->dim];
    return (fpr_index){x->loop, alignment->stride * x->scale,
                       alignment->stride * x->offset + alignment->offset};
}

static void note_any(void *data, fpr_run run)
{
    *(bool *)data |= run.count > 0;
}

/* Has coordinate p any of the cells that the index names over its loop? */
static bool has_cells(const fpr_axis *x, int p, fpr_index cell, const fpr_need *n)
{
    bool is = false;
    if (cell.loop < 0)
        return fpr_owner(x, cell.offset) == p;
    fpr_owned_runs(x, p, cell.scale, cell.offset, n->range[cell.loop], note_any, &is);
    return is;
}

static bool may_execute(const fpr_need *n, int p)
{
    for (int k = 0; k < FPR_RANK && n->home[k].axis; k++) {
        const fpr_axis *x = n->home[k].axis;
        if (!has_cells(x, fpr_coordinate(x->grid, x->axis, p), n->home[k].cell, n))
            return false;
    }
    return true;
}

static bool may_have(const fpr_array *a, const fpr_need *n, int p)
{
    for (int k = 0; k < a->grid->rank; k++) {
        const fpr_alignment *alignment = &a->alignment[k];
        bool is_replicated = !alignment->axis || (n->carried >> k & 1);
        if (fpr_coordinate(a->grid, k, p) < 0)
            return false;
        if (!is_replicated && !has_cells(alignment->axis, fpr_coordinate(a->grid, k, p),
                                         fpr_cell_of(alignment, n), n))
            return false;
    }
    return true;
}

bool fpr_may_take_part(const fpr_array *a, int need_count, const fpr_need *needs, int p)
{
    for (int i = 0; i < need_count; i++)
        if (may_execute(&needs[i], p) || may_have(a, &needs[i], p))
            return true;
    return false;
}

/* Where q executes cells of the axis, may s own those `by` further? Blocks are dealt out in turn:
 * so they are as many blocks on, or one more. */
static bool may_own_further(const fpr_axis *x, int q, int s, long by)
{
    long procs = x->grid->extent[x->axis], fewest = fpr_div(by, x->block);
    long turn = fpr_mod((long)s - q - fewest, procs);
    return turn == 0 || (turn == 1 && fpr_mod(by, x->block) != 0);
}

bool fpr_may_send(const fpr_array *a, const fpr_need *n, int q, int s, bool is_anywhere)
{
    for (int k = 0; k < a->grid->rank; k++) {
        const fpr_axis *x = a->alignment[k].axis;
        if (!x || (n->carried >> k & 1))
            continue;
        const fpr_index cell = fpr_cell_of(&a->alignment[k], n);
        const int have = fpr_coordinate(a->grid, k, s);
        if (cell.loop < 0 && fpr_owner(x, cell.offset) != have)
            return false;
        for (int i = 0; i < FPR_RANK && n->home[i].axis && !is_anywhere && cell.loop >= 0; i++) {
            const fpr_index *at = &n->home[i].cell;
            if (n->home[i].axis == x && !x->before && at->loop == cell.loop &&
                at->scale == cell.scale &&
                !may_own_further(x, fpr_coordinate(x->grid, x->axis, q), have,
                                 cell.offset - at->offset))
                return false;
        }
    }
    return true;
}
