#include "support/fold.h"
#include "support/format.h"
#include "support/utf8.h"
#include "training/profile/profile_fit.h"

/* What a training of a compiler has found, for people. */

static void print_finding(const profile_finding *f, FILE *out, int width)
{
    enum { VALUE_BEGIN = 24, WHY_BEGIN = 6 };
    const int gap = VALUE_BEGIN - 2 - utf8_columns(f->key);
    fprintf(out, "  %s%*s%s\n", f->key, gap > 1 ? gap : 1, "", f->value ? f->value : "left out");
    fold_words(out, f->why, 0, WHY_BEGIN, width);
}

void profile_report(fp_context *ctx, const profile_result *result, FILE *out, int width)
{
    arena *a = ctx->arena;
    for (int i = 0; i < result->finding_count; i++)
        print_finding(&result->findings[i], out, width);
    fputc('\n', out);
    fold_words(out,
               "Figures are root mean squares of how far predictions are off what was measured, "
               "over that. What is left out is as the machine's file says. With the profile:",
               0, 0, width);
    fputc('\n', out);
    fprintf(out, "  %-14s%-28s%6s%10s%10s\n", "kernel", "", "points", "middle", "worst");
    for (int i = 0; i < result->miss_count; i++) {
        const profile_miss *m = &result->misses[i];
        fprintf(out, "  %-14s%-28s%6d%10s%10s\n", m->kernel->name, m->kernel->does, m->points,
                format_percent(a, m->middle), format_percent(a, m->worst));
    }
}
