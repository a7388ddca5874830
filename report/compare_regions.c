#include "explore/incomplete.h"
#include "report/profile.h"
#include "report/report.h"
#include "report/subject.h"
#include "report/table.h"
#include "report/text.h"
#include "report/unknown.h"
#include "support/format.h"

/* The regions that the source marks, by alternative. All alternatives are of one
 * program, so a region has the same number in each. */

static double time_in(const comparison *c, int rank, int region)
{
    return profile_region_lasts(&c->ranked[rank].result.regions[region]);
}

/* What the outermost regions take less where each has its own fastest one than
 * with the fastest of the whole; negative where what is unknown leaves one of these open. */
static double saving(const comparison *c, int predicted)
{
    const estimate *best = &c->ranked[0].result;
    bool is_known = explore_is_decided(predicted, c->ranked);
    double seconds = 0;
    for (int k = 0; k < best->region_count; k++)
        if (!best->regions[k].region->parent) {
            bool is_decided;
            int fastest = profile_region_fastest(c, k, &is_decided);
            is_known = is_known && is_decided;
            seconds += time_in(c, 0, k) - time_in(c, fastest, k);
        }
    return is_known ? seconds : -1;
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
    else if (seconds < 0)
        text = "Whether each region would be faster with its own one depends on what is not known.";
    text_paragraph(ctx, out, "  ", 0, text, style.width);
}

/* How many times as long a region takes as with the fastest one, which is `best`. */
static const char *ratio_text(arena *a, const comparison *c, int rank, int best, int region,
                              bool is_decided)
{
    double least = time_in(c, best, region);
    if (least <= 0)
        return NULL;
    estimate_bound bound = profile_region_bound(&c->ranked[rank].result.regions[region]);
    const char *ratio = format_number(a, time_in(c, rank, region) / least);
    return unknown_figure(a, ratio, is_decided ? bound : BOUND_NEITHER);
}

void report_compare_regions(fp_context *ctx, FILE *out, const comparison *c, report_style style)
{
    enum { FIRST = 4, MANY = 7 }; /* grids and sizes by distributions, no columns of a table */
    arena *a = ctx->arena;
    int predicted = 0;
    while (predicted < c->count && c->ranked[predicted].is_predicted)
        predicted++;
    if (predicted < 2 || c->ranked[0].result.region_count == 0)
        return;
    int shown = predicted < TABLE_COLUMNS_MAX - FIRST ? predicted : TABLE_COLUMNS_MAX - FIRST;
    if (c->case_count > 1 && predicted > MANY)
        shown = 0;
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
        bool is_decided;
        int best = profile_region_fastest(c, k, &is_decided);
        estimate_bound bound = profile_region_bound(&c->ranked[best].result.regions[k]);
        cells[0] = profile_region_name(a, region);
        cells[1] = profile_region_lines(a, region);
        cells[2] = is_decided ? c->ranked[best].name : "not known";
        cells[3] = unknown_figure(a, format_time(a, time_in(c, best, k)), bound);
        for (int i = 0; i < shown; i++)
            cells[FIRST + i] = ratio_text(a, c, i, best, k, is_decided);
        table_add(&t, cells);
    }
    fputc('\n', out);
    table_print(&t, out, "  ", style.width, style.color);
    if (c->case_count <= 1) /* no region has a grid or a size of its own */
        say_saving(ctx, out, c, predicted, style);
}
