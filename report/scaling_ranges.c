#include <math.h>

#include "report/scaling.h"
#include "report/subject.h"
#include "report/table.h"
#include "report/text.h"
#include "scaling/ranges.h"
#include "support/format.h"

/* Which of several combinations is the best on how many processors. */

static const char *best_name(int count, const scaling_range *ranges, int point, const scaling *all)
{
    for (int i = 0; i < count; i++)
        if (ranges[i].first <= point && point <= ranges[i].last)
            return all[ranges[i].best].of->name;
    return "-";
}

/* Of two, by how much the scalability of the one that is behind at first exceeds what it needs to
 * be ahead (definition 1): more than 1 where it has crossed. */
static const char *lead(arena *a, const scaling *all, int point)
{
    const int behind = all[0].points[0].begin.time > all[1].points[0].begin.time ? 0 : 1;
    const scaling *one = &all[behind], *two = &all[!behind];
    const double alpha = one->points[0].begin.time / two->points[0].begin.time;
    const double ratio = scaling_psi(one, point) / scaling_psi(two, point) / alpha;
    return isnan(ratio) ? "-" : arena_printf(a, "%.3f", ratio);
}

static void print_table(fp_context *ctx, FILE *out, int count, const scaling *all,
                        const int range_count[2], const scaling_range *const ranges[2],
                        report_style style)
{
    arena *a = ctx->arena;
    const table_align align[] = {TABLE_RIGHT, TABLE_LEFT, TABLE_LEFT, TABLE_RIGHT};
    table t = table_new(a, 4, align);
    table_add(&t, (const char *[]){"processors",
                                   arena_printf(a, "at %s = %lld", all[0].of->size,
                                                (long long)all[0].size),
                                   "at equal speed", count == 2 ? "Φ/Ψ over α" : NULL})
        ->ink = TABLE_DIM;
    for (int i = 0; i < all[0].count; i++)
        table_add(&t, (const char *[]){arena_printf(a, "%d", all[0].points[i].begin.procs),
                                       best_name(range_count[0], ranges[0], i, all),
                                       best_name(range_count[1], ranges[1], i, all),
                                       count == 2 ? lead(a, all, i) : NULL});
    table_print(&t, out, "  ", style.width, style.color);
}

/* "up to 4", "from 8 on" */
static const char *where_text(arena *a, const scaling_range *r, const scaling *of)
{
    const int from = of->points[r->first].begin.procs, to = of->points[r->last].begin.procs;
    const bool is_first = r->first == 0, is_last = r->last == of->count - 1;
    if (is_first && is_last)
        return "everywhere";
    if (from == to && !is_last)
        return arena_printf(a, "on %d", from);
    if (is_first)
        return arena_printf(a, "up to %d", to);
    return is_last ? arena_printf(a, "from %d on", from)
                   : arena_printf(a, "from %d to %d", from, to);
}

/* "T(block,block) up to 4, T(*,block) from 8 on" */
static const char *ranges_text(arena *a, int count, const scaling_range *ranges, const scaling *all)
{
    const char *text = "";
    for (int i = 0; i < count; i++)
        text = arena_printf(a, "%s%s%s %s", text, i ? ", " : "", all[ranges[i].best].of->name,
                            where_text(a, &ranges[i], &all[0]));
    return text;
}

void report_scaling_ranges(fp_context *ctx, FILE *out, int count, const scaling *all,
                           report_style style)
{
    arena *a = ctx->arena;
    const scaling_range *ranges[2];
    int range_count[2];
    for (int is_scaled = 0; is_scaled < 2; is_scaled++)
        range_count[is_scaled] = scaling_ranges(a, count, all, is_scaled, &ranges[is_scaled]);
    style_on(out, style, STYLE_BOLD);
    fputs("The fastest\n", out);
    style_off(out, style);
    print_table(ctx, out, count, all, range_count, ranges, style);
    fputc('\n', out);
    for (int is_scaled = 0; is_scaled < 2; is_scaled++)
        if (range_count[is_scaled] > 0)
            text_paragraph(
                ctx, out, "  ", 0,
                arena_printf(a, "%s: %s.",
                             is_scaled ? "At equal speed"
                                       : arena_printf(a, "At %s = %lld", all[0].of->size,
                                                      (long long)all[0].size),
                             ranges_text(a, range_count[is_scaled], ranges[is_scaled], all)),
                style.width);
}
