/* Needs that are those of before, further along a dimension that each processor has whole, as the
 * rows of a matrix whose columns are distributed: the same goes to whom it went, so many elements
 * on. So a schedule is worked out once a shape, and moved. */

#include <limits.h>

#include "codegen/runtime/fpr_schedule.h"

/* --- Needs -------------------------------------------------------------------------------- */

static bool is_in_homes(const fpr_need *n, int l)
{
    for (int k = 0; k < FPR_RANK && n->home[k].axis; k++)
        if (n->home[k].cell.loop == l)
            return true;
    return false;
}

/* Does the loop only go along such dimensions? Then it may begin at 0. */
static bool is_free(const fpr_array *a, const fpr_need *n, int l)
{
    for (int d = 0; d < a->rank; d++)
        if (n->index[d].loop == l && !fpr_is_whole(a, d))
            return false;
    return !is_in_homes(n, l);
}

static long start_of(const fpr_array *a, const fpr_need *n, int d)
{
    const fpr_index *x = &n->index[d];
    bool moves = x->loop >= 0 && is_free(a, n, x->loop);
    return x->offset + (moves ? x->scale * n->range[x->loop].lower : 0);
}

/* Are all its indices those of elements? What is beyond the ends is left out elsewhere. */
static bool is_inside(const fpr_array *a, const fpr_need *n, int d)
{
    const fpr_index *x = &n->index[d];
    long from = x->offset, to = x->offset;
    if (x->loop >= 0) {
        from += x->scale * n->range[x->loop].lower;
        to += x->scale * n->range[x->loop].upper;
    }
    return fpr_min(from, to) >= 0 && fpr_max(from, to) < a->extent[d];
}

bool fpr_is_whole(const fpr_array *a, int d)
{
    for (int k = 0; k < a->grid->rank; k++)
        if (a->alignment[k].axis && a->alignment[k].dim == d)
            return false;
    return a->from[d] == 0 && a->count[d] == a->extent[d];
}

fpr_moved fpr_moved_of(const fpr_array *a, int count, const fpr_need *needs)
{
    fpr_moved m = {0};
    for (int d = 0; d < a->rank && count; d++) {
        m.is[d] = !a->apart && fpr_is_whole(a, d);
        for (int i = 0; i < count && m.is[d]; i++)
            m.is[d] = is_inside(a, &needs[i], d);
        if (m.is[d])
            m.by[d] = start_of(a, &needs[0], d);
    }
    return m;
}

/* Its loops begin at 0 where that only moves it, and its indices count from where the first need
 * begins. */
void fpr_key_add_shape(fpr_key *key, const fpr_array *a, const fpr_moved *m, const fpr_need *n)
{
    fpr_need shape = *n;
    for (int d = 0; d < a->rank; d++)
        if (m->is[d])
            shape.index[d].offset = start_of(a, n, d) - m->by[d];
    for (int l = 0; l < n->loops; l++) {
        bool moves = is_free(a, n, l);
        for (int d = 0; d < a->rank; d++)
            moves = moves && (n->index[d].loop != l || m->is[d]);
        if (!moves)
            continue;
        shape.range[l].lower = 0;
        shape.range[l].upper -= n->range[l].lower;
    }
    fpr_key_add_need(key, a, &shape);
}

/* --- Schedules ------------------------------------------------------------------------------ */

void fpr_schedule_move(fpr_schedule *s, const fpr_array *a, const fpr_moved *m)
{
    s->shift = 0;
    for (int d = 0; d < a->rank; d++)
        if (m->is[d])
            s->shift += (m->by[d] - s->made_at.by[d]) * a->strides[d];
}

fpr_array fpr_moved_array(const fpr_array *a, const fpr_schedule *s)
{
    fpr_array moved = *a;
    moved.memory = (char *)a->memory + s->shift * (long long)a->bytes;
    if (a->is_written)
        moved.is_written = a->is_written + s->shift;
    return moved;
}
