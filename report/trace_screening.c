#include "report/trace_screening.h"

#include "report/json_write.h"
#include "report/table.h"
#include "report/text.h"
#include "support/format.h"

/* "-1.20 µs": a region that is slower can also have the program end earlier. */
static const char *signed_time(arena *a, double seconds)
{
    return seconds < 0 ? arena_printf(a, "-%s", format_time(a, -seconds)) : format_time(a, seconds);
}

static void print_head(fp_context *ctx, FILE *out, const trace *t, const sag *machine,
                       const screening_result *r, report_style style)
{
    arena *a = ctx->arena;
    text_paragraph(ctx, out, "", 0,
                   arena_printf(a, "%s on %s: %s; with all regions %s slower %s; %s", t->path,
                                machine->name, format_time(a, r->time), format_percent(a, r->part),
                                format_time(a, r->time_of_all),
                                format_plural(a, r->replays, "replay", "replays")),
                   style.width);
    fputc('\n', out);
}

/* What the columns mean, below them. */
static void print_notes(fp_context *ctx, FILE *out, const screening_result *r, report_style style)
{
    arena *a = ctx->arena;
    if (r->left_out)
        text_paragraph(ctx, out, "  ", 0,
                       arena_printf(a, "%s of less time not tried: %s a processor together",
                                    format_plural(a, r->left_out, "region", "regions"),
                                    format_time(a, r->left_out_computing)),
                       style.width);
    text_paragraph(ctx, out, "  ", 0,
                   arena_printf(a,
                                "effect: what the program takes longer as the region is %s slower, "
                                "mean of runs in which others are and are not. of the time: what "
                                "of the program goes with it. handed on: how much of what a "
                                "processor takes longer, in the mean, the program does; 0 nobody "
                                "notices, 1 all are as much slower, more one has most of it or "
                                "they wait for it one after another.",
                                format_percent(a, r->part)),
                   style.width);
    text_paragraph(ctx, out, "  ", 0,
                   arena_printf(a,
                                "Effects of three regions and more together are up to %s, those of "
                                "pairs are in none.",
                                format_time(a, r->together)),
                   style.width);
}

void report_screening(fp_context *ctx, FILE *out, const trace *t, const sag *machine,
                      const screening_result *r, report_style style)
{
    arena *a = ctx->arena;
    print_head(ctx, out, t, machine, r, style);
    const table_align align[] = {TABLE_LEFT, TABLE_UNIT, TABLE_UNIT, TABLE_RIGHT, TABLE_RIGHT};
    table all = table_new(a, 5, align);
    table_add(&all, (const char *[]){"region", "own time", "effect", "of the time", "handed on"})
        ->ink = TABLE_DIM;
    for (int k = 0; k < r->count; k++) {
        const screened_region *of = &r->regions[k];
        const double full = of->effect / r->part;
        table_add(&all, (const char *[]){of->of->name, format_time(a, of->computing),
                                         signed_time(a, of->effect),
                                         full < 0 ? NULL : format_percent(a, full / r->time),
                                         full < 0 ? NULL : format_number(a, full / of->computing)});
    }
    table_print(&all, out, "  ", style.width, style.color);
    fputc('\n', out);
    print_notes(ctx, out, r, style);
}

bool report_screening_json(fp_context *ctx, FILE *out, const trace *t, const sag *machine,
                           const screening_result *r)
{
    json_t *o = json_object(), *regions = json_array();
    for (int k = 0; k < r->count; k++) {
        json_t *region = json_object();
        json_object_set_new(region, "region", json_text(ctx->arena, r->regions[k].of->name));
        json_set_real(region, "own_s", r->regions[k].computing);
        json_set_real(region, "effect_s", r->regions[k].effect);
        json_array_append_new(regions, region);
    }
    json_object_set_new(o, "schema", json_string("fpredict/screening/1"));
    json_object_set_new(o, "trace", json_text(ctx->arena, t->path));
    json_object_set_new(o, "machine", json_text(ctx->arena, machine->name));
    json_set_real(o, "slower_by", r->part);
    json_set_real(o, "time_s", r->time);
    json_set_real(o, "time_of_all_s", r->time_of_all);
    json_set_count(o, "replays", (uint64_t)r->replays);
    json_set_real(o, "of_three_and_more_s", r->together);
    json_set_count(o, "left_out", r->left_out);
    json_set_real(o, "left_out_own_s", r->left_out_computing);
    json_object_set_new(o, "regions", regions);
    const bool ok = json_write(o, out);
    json_decref(o);
    return ok;
}
