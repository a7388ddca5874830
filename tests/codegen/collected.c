/* Linked with generated programs by -Wl,--wrap=fpr_collect,--wrap=fpr_note_piece: counts how often
 * the run-time library collects elements, and how many pieces it notes of loops that depend on one
 * another and of single elements, and says so on standard error when a process ends. */

#include <stdio.h>

#include "codegen/runtime/fpr_schedule.h"

static long collected, noted;

void __real_fpr_collect(const fpr_array *a, int need_count, const fpr_need *needs, int q, int s,
                        bool is_given, fpr_elements *out);

void __wrap_fpr_collect(const fpr_array *a, int need_count, const fpr_need *needs, int q, int s,
                        bool is_given, fpr_elements *out)
{
    collected++;
    __real_fpr_collect(a, need_count, needs, q, s, is_given, out);
}

void __real_fpr_note_piece(const fpr_schedule *s, const fpr_piece *p, bool is_given);

void __wrap_fpr_note_piece(const fpr_schedule *s, const fpr_piece *p, bool is_given)
{
    noted++;
    __real_fpr_note_piece(s, p, is_given);
}

__attribute__((destructor)) static void say(void)
{
    fprintf(stderr, "collected %ld\nnoted %ld\n", collected, noted);
}
