/* Linked with generated programs by -Wl,--wrap=fpr_collect,--wrap=fpr_record_piece: counts how
 * often the run-time library collects elements, and how many pieces it records of loops that depend
 * on one another and of single elements, and says so on standard error when a process ends. */

#include <stdio.h>

#include "codegen/runtime/fpr_schedule.h"

static long collected, recorded;

void __real_fpr_collect(const fpr_array *a, int need_count, const fpr_need *needs, int q, int s,
                        bool is_write_back, fpr_elements *out);

void __wrap_fpr_collect(const fpr_array *a, int need_count, const fpr_need *needs, int q, int s,
                        bool is_write_back, fpr_elements *out)
{
    collected++;
    __real_fpr_collect(a, need_count, needs, q, s, is_write_back, out);
}

void __real_fpr_record_piece(const fpr_schedule *s, const fpr_piece *p, bool is_write_back);

void __wrap_fpr_record_piece(const fpr_schedule *s, const fpr_piece *p, bool is_write_back)
{
    recorded++;
    __real_fpr_record_piece(s, p, is_write_back);
}

__attribute__((destructor)) static void say(void)
{
    fprintf(stderr, "collected %ld\nrecorded %ld\n", collected, recorded);
}
