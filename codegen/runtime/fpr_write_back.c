/* Write-back: values computed for elements that others own are sent to the owners. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_schedule.h"

static void send_back(fpr_array *a, fpr_schedule *s, fpr_join *combine)
{
    fpr_array moved = fpr_moved_array(a, s);
    fpr_send_posted(&moved, &moved, s, combine);
}

void fpr_write_back(fpr_site *site, fpr_array *a, int count, const fpr_need *needs)
{
    send_back(a, fpr_schedule_for(site, a, FPR_WAIT_POST, count, needs, true), NULL);
}

void fpr_write_back_inspected(fpr_site *site, fpr_array *a)
{
    send_back(a, fpr_inspected(site, a, FPR_WAIT_POST, true), NULL);
}

/* --- Elements that are combined ------------------------------------------------------- */

bool fpr_owns_place(const fpr_array *a, const long *place)
{
    for (int k = 0; k < a->grid->rank; k++) {
        const fpr_alignment *alignment = &a->alignment[k];
        int d = alignment->dim;
        long index = d < 0 ? 0 : a->from[d] + place[d];
        if (d >= 0 && a->slots[d])
            index = fpr_index_at(a->slots[d], index);
        bool is_beyond = alignment->dim >= 0 && (index < 0 || index >= a->extent[alignment->dim]);
        if (is_beyond)
            return false;
        if (alignment->axis &&
            !fpr_is_mine(alignment->axis, alignment->stride * index + alignment->offset))
            return false;
    }
    return true;
}

void fpr_accumulate_begin(fpr_array *a, fpr_type type, fpr_op op)
{
    long double neutral; /* of any type */
    fpr_neutral(type, op, &neutral);
    long place[FPR_RANK] = {0};
    char *memory = a->memory;
    for (long long at = 0;; at++) {
        if (!fpr_owns_place(a, place))
            memcpy(memory + (size_t)at * a->bytes, &neutral, a->bytes);
        int d = a->rank - 1;
        while (d >= 0 && ++place[d] == a->count[d])
            place[d--] = 0;
        if (d < 0)
            return;
    }
}

void fpr_accumulate_end(fpr_site *site, fpr_array *a, fpr_type type, fpr_op op, int count,
                        const fpr_need *needs)
{
    send_back(a, fpr_schedule_for(site, a, FPR_WAIT_POST, count, needs, true),
              fpr_join_of(type, op));
}

void fpr_accumulate_end_inspected(fpr_site *site, fpr_array *a, fpr_type type, fpr_op op)
{
    send_back(a, fpr_inspected(site, a, FPR_WAIT_POST, true), fpr_join_of(type, op));
}

/* --- Writes known only at run time ----------------------------------------------------- */

static size_t window_elements(const fpr_array *a)
{
    size_t elements = 1;
    for (int d = 0; d < a->rank; d++)
        elements *= (size_t)a->count[d];
    return elements;
}

void fpr_marks_begin(fpr_array *a)
{
    if (a->is_written)
        return;
    if (!a->flags)
        a->flags = fpr_allocate(window_elements(a), 1);
    a->is_written = a->flags;
    a->first_written = SIZE_MAX;
    a->last_written = 0;
}

void fpr_mark_written(fpr_array *a, const void *element)
{
    if (!a->is_written)
        return;
    size_t at = (size_t)((const char *)element - (const char *)a->memory) / a->bytes;
    a->is_written[at] = 1;
    a->first_written = at < a->first_written ? at : a->first_written;
    a->last_written = at > a->last_written ? at : a->last_written;
}

/* A message is the elements that may have been written, each with a byte that says whether
 * it has: owners must not take back what they wrote themselves. */
static void send_marked(fpr_array *a, fpr_schedule *s)
{
    fpr_array moved = fpr_moved_array(a, s);
    fpr_send_marked(&moved, s);
    if (a->first_written <= a->last_written)
        memset(a->flags + a->first_written, 0, a->last_written - a->first_written + 1);
    a->is_written = NULL;
}

void fpr_write_back_marked(fpr_site *site, fpr_array *a, int count, const fpr_need *needs)
{
    send_marked(a, fpr_schedule_for(site, a, FPR_WAIT_POST, count, needs, true));
}

void fpr_write_back_inspected_marked(fpr_site *site, fpr_array *a)
{
    send_marked(a, fpr_inspected(site, a, FPR_WAIT_POST, true));
}
