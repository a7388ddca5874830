/* Accesses as the references of a nest make them, each time that they are executed: 000 (ExtraP)
 * records these, and keeps nothing that was read before. */

#include <stdlib.h>

#include "codegen/runtime/shared/fps_access.h"

static int need_count;
static const fpr_need *needs;

void fps_needs(int count, const fpr_need *list)
{
    need_count = count;
    needs = list;
}

/* One reference, while its loops are gone through. */
typedef struct walk {
    const fpr_array *array;
    const fpr_need *need;
    MPI_Comm comm;
    long value[FPR_RANK];
} walk;

static long value_of(const walk *w, fpr_index i)
{
    return i.offset + (i.loop < 0 ? 0 : i.scale * w->value[i.loop]);
}

/* Does this thread execute the iteration, as far as loops before `known` say? */
static bool may_execute(const walk *w, int known)
{
    for (int k = 0; k < FPR_RANK; k++) {
        const fpr_on *on = &w->need->home[k];
        if (!on->axis || on->cell.loop >= known)
            continue;
        long cell = value_of(w, on->cell);
        int me = on->axis->grid->me[on->axis->axis];
        if (me < 0 || fpr_owner(on->axis, cell) != me)
            return false;
    }
    return true;
}

/* Who has the element for this thread: of copies the one next to it. -1: nobody, the array has no
 * such element. */
static int owner_of(const walk *w)
{
    const fpr_array *a = w->array;
    int at[FPR_RANK];
    long index[FPR_RANK];
    for (int d = 0; d < a->rank; d++) {
        index[d] = value_of(w, w->need->index[d]);
        if (index[d] < 0 || index[d] >= a->extent[d])
            return -1;
    }
    for (int k = 0; k < a->grid->rank; k++) {
        const fpr_alignment *alignment = &a->alignment[k];
        long cell = alignment->offset +
                    (alignment->dim < 0 ? 0 : alignment->stride * index[alignment->dim]);
        at[k] =
            alignment->axis ? fpr_owner(alignment->axis, cell) : fpr_copy_for(a->grid, k, fpr_me);
    }
    return fpr_rank_at(a->grid, at);
}

static void go(walk *w, int loop)
{
    if (!may_execute(w, loop))
        return;
    if (loop == w->need->loops) {
        int owner = owner_of(w);
        if (owner >= 0 && owner != fpr_me)
            fps_record_accesses(false, w->comm, fps_place_in(fps_all->comm[w->comm], owner),
                                w->array->bytes, 1);
        return;
    }
    fpr_range r = w->need->range[loop];
    for (w->value[loop] = r.lower;
         r.step > 0 ? w->value[loop] <= r.upper : w->value[loop] >= r.upper;
         w->value[loop] += r.step)
        go(w, loop + 1);
}

bool fps_record_references(const fpr_array *a, MPI_Comm comm)
{
    bool is_known = need_count > 0;
    for (int i = 0; i < need_count; i++)
        is_known &= !needs[i].carried; /* what is handed on is not read by a reference */
    for (int i = 0; is_known && i < need_count; i++) {
        walk w = {.array = a, .need = &needs[i], .comm = comm};
        go(&w, 0);
    }
    return is_known;
}
