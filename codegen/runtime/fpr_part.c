/* A processor's own part of an array as one piece of memory, its elements in the order of their
 * indices, for functions that know nothing of distributions. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_internal.h"

/* The indices of one dimension that the processor owns. */
typedef struct own_indices {
    long *index;
    size_t count, room;
} own_indices;

static void add_run(void *data, fpr_run run)
{
    own_indices *own = data;
    size_t count = own->count + (size_t)run.count;
    if (count > own->room) {
        own->room = 2 * count;
        own->index = fpr_realloc(own->index, own->room * sizeof *own->index);
    }
    for (long i = 0; i < run.count; i++)
        own->index[own->count++] = run.first + i * run.step;
}

static int compare(const void *a, const void *b)
{
    long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}

static own_indices indices_of(const fpr_array *a, int d)
{
    own_indices own = {0};
    bool is_divided = false;
    for (int k = 0; k < a->grid->rank; k++) {
        const fpr_alignment *along = &a->alignment[k];
        if (!along->axis || along->dim != d)
            continue;
        is_divided = true;
        fpr_range inside = fpr_inside(along->axis, along->stride, along->offset);
        inside.lower = fpr_max(inside.lower, 0);
        inside.upper = fpr_min(inside.upper, a->extent[d] - 1);
        if (a->grid->me[k] >= 0)
            fpr_owned_runs(along->axis, a->grid->me[k], along->stride, along->offset, inside,
                           add_run, &own);
    }
    if (!is_divided)
        add_run(&own, (fpr_run){0, 1, a->extent[d]});
    if (own.count)
        qsort(own.index, own.count, sizeof *own.index, compare);
    return own;
}

/* Is the array on this processor, as far as it is aligned with single cells? */
static bool is_here(const fpr_array *a)
{
    bool is = fpr_is_in(a->grid);
    for (int k = 0; k < a->grid->rank; k++)
        if (a->alignment[k].axis && a->alignment[k].dim < 0)
            is = is && fpr_is_mine(a->alignment[k].axis, a->alignment[k].offset);
    return is;
}

void fpr_each_owned(const fpr_array *a, fpr_each_element *each, void *data)
{
    own_indices own[FPR_RANK];
    size_t place[FPR_RANK] = {0}, count = is_here(a) ? 1 : 0;
    for (int d = 0; d < a->rank; d++) {
        own[d] = indices_of(a, d);
        count *= own[d].count;
    }
    for (size_t i = 0; i < count; i++) {
        long long at = 0;
        size_t in_whole = 0;
        for (int d = 0; d < a->rank; d++) {
            long index = own[d].index[place[d]];
            at += (a->slots[d] ? fpr_place_at(a, d, index) : index) * a->strides[d];
            in_whole = in_whole * (size_t)a->extent[d] + (size_t)index;
        }
        each(data, in_whole, (char *)a->at + at * (long long)a->bytes);
        for (int d = a->rank - 1; d >= 0 && ++place[d] == own[d].count; d--)
            place[d] = 0;
    }
    for (int d = 0; d < a->rank; d++)
        free(own[d].index);
}

typedef struct part_copy {
    char *next;
    size_t bytes;
    bool is_back;
} part_copy;

static void copy_next(void *data, size_t place, char *element)
{
    part_copy *c = data;
    (void)place;
    memcpy(c->is_back ? element : c->next, c->is_back ? c->next : element, c->bytes);
    c->next += c->bytes;
}

/* Copies the part to where its elements are in the window, or from there. */
static void copy_part(const fpr_array *a, char *part, bool is_back)
{
    part_copy c = {part, a->bytes, is_back};
    fpr_each_owned(a, copy_next, &c);
}

static size_t elements_of(const fpr_array *a)
{
    size_t count = 1;
    for (int d = 0; d < a->rank; d++)
        count *= (size_t)a->count[d]; /* of the window, which is no smaller */
    return count;
}

void *fpr_part_begin(fpr_array *a)
{
    if (a->part)
        fpr_fail("a function that gets this process's part of '%s' is called by one that does",
                 a->name);
    a->part = fpr_allocate(elements_of(a), a->bytes);
    copy_part(a, a->part, false);
    return a->part;
}

void fpr_part_end(fpr_array *a)
{
    copy_part(a, a->part, true);
    free(a->part);
    a->part = NULL;
}
