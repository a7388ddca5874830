/* Linked with generated programs by -Wl,--wrap=fpr_collect: counts how often the run-time library
 * collects elements, and says so on standard error when a process ends. */

#include <stdio.h>

#include "codegen/runtime/fpr_internal.h"

static long collected;

void __real_fpr_collect(const fpr_array *a, int need_count, const fpr_need *needs, int q, int s,
                        bool is_given, fpr_elements *out);

void __wrap_fpr_collect(const fpr_array *a, int need_count, const fpr_need *needs, int q, int s,
                        bool is_given, fpr_elements *out)
{
    collected++;
    __real_fpr_collect(a, need_count, needs, q, s, is_given, out);
}

__attribute__((destructor)) static void say(void)
{
    fprintf(stderr, "collected %ld\n", collected);
}
