/* Arrays in local memory. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_internal.h"

/* Widens lower..upper by a run of owned indices. */
static void widen(void *data, fpr_run run)
{
    fpr_range *r = data;
    long last = run.first + (run.count - 1) * run.step;
    if (r->upper < r->lower) {
        r->lower = run.first;
        r->upper = last;
    }
    r->lower = fpr_min(r->lower, run.first);
    r->upper = fpr_max(r->upper, last);
}

static const fpr_alignment *dividing(const fpr_array *a, int d)
{
    for (int k = 0; a->grid && k < a->grid->rank; k++)
        if (a->alignment[k].axis && a->alignment[k].dim == d)
            return &a->alignment[k];
    return NULL;
}

fpr_range fpr_owned_range(const fpr_array *a, int d, int p)
{
    const fpr_alignment *alignment = dividing(a, d);
    fpr_range owned = {0, alignment ? -1 : a->extent[d] - 1, 1};
    if (alignment && p >= 0)
        fpr_owned_runs(alignment->axis, p, alignment->stride, alignment->offset,
                       fpr_inside(alignment->axis, alignment->stride, alignment->offset), widen,
                       &owned);
    return owned;
}

/* How many indices of a dimension a processor owns at most. */
static long owned_most(const fpr_array *a, int d)
{
    const fpr_alignment *alignment = dividing(a, d);
    const fpr_axis *x = alignment->axis;
    long cells = a->extent[d] + alignment->offset - x->lower;
    return ((cells - 1) / (x->block * x->grid->extent[x->axis]) + 1) * x->block;
}

/* Of a dense dimension. */
static fpr_range dense_window(const fpr_array *a, int d, fpr_halo halo)
{
    const fpr_alignment *alignment = dividing(a, d);
    fpr_range own = fpr_owned_range(a, d, a->grid->me[alignment->axis->axis]);
    bool is_any = own.lower <= own.upper;
    long first = is_any ? fpr_local(alignment->axis, own.lower + alignment->offset) : 0;
    long last = is_any ? fpr_local(alignment->axis, own.upper + alignment->offset) : -1;
    return (fpr_range){first, last + halo.received + 1, 1};
}

/* The window in dimension d. A processor that owns nothing may yet execute, in cells of the
 * template that the array does not have, what needs elements next to these. */
static fpr_range window(const fpr_array *a, int d, fpr_halo halo)
{
    const fpr_alignment *alignment = dividing(a, d);
    if (a->owned[d])
        return (fpr_range){0, a->owned[d] * a->grid->extent[alignment->axis->axis] - 1, 1};
    if (halo.is_dense)
        return dense_window(a, d, halo);
    if (!alignment || halo.below < 0)
        return (fpr_range){-halo.beyond_first, a->extent[d] - 1 + halo.beyond_last, 1};
    fpr_range window = fpr_owned_range(a, d, a->grid->me[alignment->axis->axis]);
    if (window.upper < window.lower)
        return window;
    window.lower -= halo.below;
    window.upper += halo.above;
    if (!halo.is_round) {
        window.lower = fpr_max(window.lower, 0);
        window.upper = fpr_min(window.upper, a->extent[d] - 1);
    }
    return window;
}

static void close_slots(const fpr_array *old)
{
    for (int d = 0; d < old->rank; d++)
        fpr_slots_close(old->slots[d]);
    fpr_slots_close(old->slots_apart);
}

/* What is not owned has the places that it had before, if the memory is the same. */
static void lay_out_slots(fpr_array *a, const fpr_array *old, const fpr_halo *halo)
{
    long elements = 1;
    for (int d = 0; d < a->rank; d++) {
        elements *= a->count[d];
        if (!halo[d].is_dense)
            continue;
        if (old)
            a->slots[d] = old->slots[d];
        else if (a->owned[d])
            a->slots[d] = fpr_slots_by_owner(a, d, dividing(a, d));
        else
            a->slots[d] = fpr_slots_open(a, d, dividing(a, d), halo[d].received);
        a->place[d] = fpr_places(a->slots[d]);
    }
    if (a->apart)
        a->slots_apart = old ? old->slots_apart : fpr_slots_apart(elements, a->apart);
}

void fpr_array_layout(fpr_array *a, const char *name, size_t bytes, int rank, const long *extent,
                      const fpr_grid *grid, const fpr_alignment *alignment, const fpr_halo *halo)
{
    fpr_array old = *a;
    size_t elements = 1;
    *a = (fpr_array){.name = name, .bytes = bytes, .rank = rank, .grid = grid, .apart = old.apart};
    for (int k = 0; k < grid->rank; k++)
        a->alignment[k] = alignment[k];
    for (int d = 0; d < rank; d++) {
        a->extent[d] = extent[d];
        if (halo[d].is_by_owner)
            a->owned[d] = owned_most(a, d);
    }
    long long shift = 0;
    for (int d = rank - 1; d >= 0; d--) {
        fpr_range w = window(a, d, halo[d]);
        a->from[d] = w.lower;
        a->count[d] = w.upper < w.lower ? 1 : w.upper - w.lower + 1; /* an address all the same */
        a->strides[d] = (long long)elements;
        shift += w.lower * (long long)elements;
        elements *= (size_t)a->count[d];
    }
    bool is_same = old.memory && old.rank == rank && old.bytes == bytes;
    for (int d = 0; is_same && d < rank; d++)
        is_same = old.from[d] == a->from[d] && old.count[d] == a->count[d] &&
                  !old.slots[d] == !halo[d].is_dense && old.owned[d] == a->owned[d];
    if (!is_same) {
        fpr_free_elements(old.memory);
        free(old.flags);
        a->memory = fpr_allocate_elements(elements + (size_t)a->apart + (a->apart > 0), bytes);
    } else {
        a->memory = old.memory;
        a->flags = old.flags;
    }
    a->at = (char *)a->memory - shift * (long long)bytes;
    lay_out_slots(a, is_same ? &old : NULL, halo);
    if (!is_same)
        close_slots(&old);
}

void *fpr_realloc(void *old, size_t bytes)
{
    void *memory = realloc(old, bytes ? bytes : 1);
    if (!memory)
        fpr_fail("no memory for %zu bytes", bytes);
    return memory;
}

/* The index at a place of the window; -1: the array has none there that this processor owns, or
 * may have in its halo. */
static long index_at(const fpr_array *a, int d, long place)
{
    long index = a->slots[d] ? fpr_index_at(a->slots[d], a->from[d] + place) : a->from[d] + place;
    return index < a->extent[d] ? index : -1;
}

void fpr_fill(fpr_array *a, const void *whole)
{
    long place[FPR_RANK] = {0};
    char *to = a->memory;
    int last = a->rank - 1;
    size_t row = (size_t)a->count[last] * a->bytes;
    for (;; to += row) {
        long long from = 0;
        bool is_there = true;
        for (int d = 0; d < last; d++) {
            long index = index_at(a, d, place[d]);
            from = (from + index) * a->extent[d + 1];
            is_there &= index >= 0;
        }
        if (!whole)
            memset(to, 0, row);
        for (long k = 0; whole && is_there && k < a->count[last]; k++) {
            long index = index_at(a, last, k);
            if (index >= 0)
                memcpy(to + (size_t)k * a->bytes,
                       (const char *)whole + (size_t)(from + index) * a->bytes, a->bytes);
        }
        int d = last - 1;
        while (d >= 0 && ++place[d] == a->count[d])
            place[d--] = 0;
        if (d < 0)
            return;
    }
}

static void take_elements(fpr_array *a, const fpr_array *of)
{
    a->memory = of->memory;
    a->at = of->at;
    a->slots_apart = of->slots_apart;
    memcpy(a->slots, of->slots, sizeof a->slots);
    memcpy(a->place, of->place, sizeof a->place);
}

void fpr_exchange_arrays(int count, fpr_array *const *a, const int *from)
{
    fpr_array had[FPR_EXCHANGED_MOST];
    if (count > FPR_EXCHANGED_MOST)
        fpr_fail("%d arrays exchange their elements", count);
    for (int i = 0; i < count; i++) {
        for (int d = 0; d < a[0]->rank; d++)
            if (a[i]->from[d] != a[0]->from[d] || a[i]->count[d] != a[0]->count[d])
                fpr_fail("'%s' and '%s' cannot exchange their elements", a[0]->name, a[i]->name);
        had[i] = *a[i];
    }
    for (int i = 0; i < count; i++)
        take_elements(a[i], &had[from[i]]);
}

void fpr_put_back(int count, fpr_array *const *a, const fpr_array *had)
{
    for (int i = 0; i < count; i++)
        take_elements(a[i], &had[i]);
}
