#include "report/profile.h"
#include "report/report.h"
#include "report/subject.h"
#include "report/table.h"
#include "report/text.h"
#include "support/format.h"

/* The regions that the source marks, by alternative. All alternatives are of one
 * program, so a region has the same number in each. */

static double time_in(const comparison *c, int rank, int region)
{
    return profile_region_lasts(&c->ranked[rank].result.regions[region]);
}

/* The fastest alternative in a region; the better one in the whole where equal. */
static int fastest_in(const comparison *c, int predicted, int region)
{
    int best = 0;
    for (int i = 1; i < predicted; i++)
        if (time_in(c, i, region) < time_in(c, best, region))
            best = i;
    return best;
}

/* What the outermost regions take less where each has its own fastest one than
 * with the fastest of the whole. */
static double saving(const comparison *c, int predicted)
{
    const estimate *best = &c->ranked[0].result;
    double seconds = 0;
    for (int k = 0; k < best->region_count; k++)
        if (!best->regions[k].region->parent)
            seconds += time_in(c, 0, k) - time_in(c, fastest_in(c, predicted, k), k);
    return seconds;
}

static void say_saving(fp_context *ctx, FILE *out, const comparison *c, int predicted,
                       report_style style)
{
    const estimate *best = &c->ranked[0].result;
    double seconds = saving(c, predicted);
    const char *text = "No region would be faster with another one.";
    if (seconds > 0)
        text = arena_printf(ctx->arena,
                            "Each region with its fastest one would take %s less than %s "
                            "throughout (%s of the time), but for redistributing in between.",
                            format_time(ctx->arena, seconds), c->ranked[0].name,
                            format_percent(ctx->arena, seconds / best->time));
    text_paragraph(ctx, out, "  ", 0, text, style.width);
}

void report_compare_regions(fp_context *ctx, FILE *out, const comparison *c, report_style style)
{
    enum { FIRST = 4 };
    arena *a = ctx->arena;
    int predicted = 0;
    while (predicted < c->count && c->ranked[predicted].is_predicted)
        predicted++;
    if (predicted < 2 || c->ranked[0].result.region_count == 0)
        return;
    int shown = predicted < TABLE_COLUMNS_MAX - FIRST ? predicted : TABLE_COLUMNS_MAX - FIRST;
    table_align align[TABLE_COLUMNS_MAX] = {TABLE_LEFT, TABLE_RIGHT, TABLE_LEFT, TABLE_UNIT};
    const char *cells[TABLE_COLUMNS_MAX] = {"region", "lines", "fastest", "time"};
    for (int i = 0; i < shown; i++) {
        align[FIRST + i] = TABLE_RIGHT;
        cells[FIRST + i] = c->ranked[i].name;
    }
    table t = table_new(a, FIRST + shown, align);
    t.is_kept[2] = t.is_kept[3] = true;
    table_add(&t, cells)->ink = TABLE_DIM;
    for (int k = 0; k < c->ranked[0].result.region_count; k++) {
        const region_cost *region = &c->ranked[0].result.regions[k];
        int best = fastest_in(c, predicted, k);
        double least = time_in(c, best, k);
        cells[0] = profile_region_name(a, region);
        cells[1] = profile_region_lines(a, region);
        cells[2] = c->ranked[best].name;
        cells[3] = format_time(a, least);
        for (int i = 0; i < shown; i++)
            cells[FIRST + i] = least > 0 ? format_number(a, time_in(c, i, k) / least) : NULL;
        table_add(&t, cells);
    }
    fputc('\n', out);
    table_print(&t, out, "  ", style.width, style.color);
    say_saving(ctx, out, c, predicted, style);
}
