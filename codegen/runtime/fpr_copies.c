/* Arrays that are copied along axes of their processors: reductions and broadcasts of the copies,
 * which have the same elements on each processor that takes part. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_schedule.h"

/* Copies what this processor owns to the buffer, or back; null: only counts it. */
static long copy_own(fpr_array *a, char *buffer, bool is_back)
{
    long place[FPR_RANK] = {0}, count = 0;
    char *memory = a->memory;
    for (long at = 0;; at++) {
        if (fpr_owns_place(a, place)) {
            char *element = memory + (size_t)at * a->bytes;
            char *copy = buffer ? buffer + (size_t)count * a->bytes : NULL;
            if (copy)
                memcpy(is_back ? element : copy, is_back ? copy : element, a->bytes);
            count++;
        }
        int d = a->rank - 1;
        while (d >= 0 && ++place[d] == a->count[d])
            place[d--] = 0;
        if (d < 0)
            return count;
    }
}

void fpr_combine_copies(fpr_array *a, fpr_type type, fpr_op op, fpr_some those)
{
    if (!fpr_is_in(a->grid))
        return;
    long count = copy_own(a, NULL, false);
    char *buffer = fpr_allocate((size_t)count, a->bytes);
    copy_own(a, buffer, false);
    fpr_combine_of(buffer, type, op, count, those);
    copy_own(a, buffer, true);
    free(buffer);
}

void fpr_send_copies(fpr_array *a, fpr_some to, int count, const fpr_place *from)
{
    if (!fpr_is_in(a->grid))
        return;
    size_t bytes = (size_t)copy_own(a, NULL, false) * a->bytes;
    char *buffer = fpr_allocate(1, bytes);
    copy_own(a, buffer, false);
    fpr_send_to_some(buffer, bytes, to, count, from);
    copy_own(a, buffer, true);
    free(buffer);
}
