#include <inttypes.h>
#include <stdlib.h>

#include "report/table.h"
#include "report/text.h"
#include "report/trace_summary.h"
#include "support/format.h"

enum { RANKS_SHOWN = 16, REGIONS_SHOWN = 20 };

static const char *what_is(extrapolation_part part)
{
    static const char *const texts[EXTRAPOLATED_PART_COUNT] = {
        [EXTRAPOLATED_COMPUTING] = "computing",
        [EXTRAPOLATED_RUNTIME] = "remote access: run-time system",
        [EXTRAPOLATED_INTERFACE] = "remote access: network interface",
        [EXTRAPOLATED_NETWORK] = "remote access: network",
        [EXTRAPOLATED_OWNER] = "remote access: the owner",
        [EXTRAPOLATED_SERVING] = "serving others",
        [EXTRAPOLATED_TURN] = "other threads of the processor",
        [EXTRAPOLATED_LAST] = "waiting at barriers",
        [EXTRAPOLATED_BARRIER] = "barriers"};
    return texts[part];
}

static void print_head(fp_context *ctx, FILE *out, const trace *t, const sag *machine,
                       const extrapolation_result *r, report_style style)
{
    arena *a = ctx->arena;
    const char *speed_up =
        r->time > 0 ? arena_printf(a, ", a speed-up of %s", format_number(a, r->sum / r->time))
                    : "";
    text_paragraph(ctx, out, "", 0,
                   arena_printf(a, "%s: %s on %s of %s: %s%s", t->path,
                                format_plural(a, t->rank_count, "thread", "threads"),
                                format_plural(a, r->processors, "processor", "processors"),
                                machine->name, format_time(a, r->time), speed_up),
                   style.width);
    text_paragraph(
        ctx, out, "  ", 0,
        arena_printf(a, "all threads together compute for %s, by the %s", format_time(a, r->sum),
                     r->has_processor_times ? "trace's processor times" : "trace's clock"),
        style.width);
    fputc('\n', out);
}

static void print_parts(fp_context *ctx, FILE *out, const extrapolation_result *r,
                        report_style style)
{
    arena *a = ctx->arena;
    const table_align align[] = {TABLE_UNIT, TABLE_RIGHT, TABLE_LEFT};
    table all = table_new(a, 3, align);
    for (int k = 0; k <= EXTRAPOLATED_PART_COUNT; k++) {
        const bool is_end = k == EXTRAPOLATED_PART_COUNT;
        const double time = is_end ? r->ended : r->part[k];
        if (time > 0)
            table_add(&all,
                      (const char *[]){format_time(a, time), format_percent(a, time / r->time),
                                       is_end ? "after its end" : what_is((extrapolation_part)k)});
    }
    fputs("Mean of the threads\n", out);
    table_print(&all, out, "  ", style.width, style.color);
}

/* "3,072 (25.0 %)": of all accesses, where the trace has the others. */
static const char *accesses(arena *a, const extrapolation_result *r, uint64_t remote,
                            uint64_t local)
{
    if (!remote && !local)
        return NULL;
    const char *count = format_count(a, (double)remote);
    if (!r->tells_local)
        return count;
    return arena_printf(a, "%s (%s)", count,
                        format_percent(a, (double)remote / (double)(remote + local)));
}

static int by_time(const void *a, const void *b)
{
    const extrapolation_region *x = *(const extrapolation_region *const *)a,
                               *y = *(const extrapolation_region *const *)b;
    return x->time != y->time ? (x->time < y->time) - (x->time > y->time) : (x > y) - (x < y);
}

static void print_regions(fp_context *ctx, FILE *out, const trace *t, const extrapolation_result *r,
                          report_style style)
{
    arena *a = ctx->arena;
    const table_align align[] = {TABLE_UNIT,  TABLE_UNIT,  TABLE_RIGHT,
                                 TABLE_RIGHT, TABLE_RIGHT, TABLE_FILL};
    const extrapolation_region **order =
        ARENA_ARRAY(a, t->region_count + 1, const extrapolation_region *);
    table all = table_new(a, 6, align);
    table_add(&all, (const char *[]){"longest", "computing, all", "speed-up", "remote accesses",
                                     "bytes", "region"})
        ->ink = TABLE_DIM;
    /* Where threads share a processor they are in a region one after another, and the one that is
     * longest in it may be so for a part of the time that all take. */
    const bool has_speed_up = r->processors == t->rank_count;
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->region_count; i++)
        if (r->regions[i].calls)
            order[count++] = &r->regions[i];
    qsort(order, count, sizeof *order, by_time);
    for (uint32_t k = 0; k < count && k < REGIONS_SHOWN; k++) {
        const extrapolation_region *g = order[k];
        table_add(&all, (const char *[]){format_time(a, g->time), table_time(a, g->computing),
                                         has_speed_up && g->computing > 0
                                             ? format_number(a, g->computing / g->time)
                                             : NULL,
                                         accesses(a, r, g->remote, g->local),
                                         g->remote ? format_count(a, g->remote_bytes) : NULL,
                                         t->regions[g - r->regions].name});
    }
    if (!count)
        return;
    fputs("\nRegions: with what they call, of the thread that is longest in each\n", out);
    table_print(&all, out, "  ", style.width, style.color);
    if (count > REGIONS_SHOWN)
        fprintf(out, "  and %" PRIu32 " more\n", count - REGIONS_SHOWN);
}

static double access_time(const extrapolation_rank *k)
{
    return k->part[EXTRAPOLATED_RUNTIME] + k->part[EXTRAPOLATED_INTERFACE] +
           k->part[EXTRAPOLATED_NETWORK] + k->part[EXTRAPOLATED_OWNER];
}

static void print_ranks(fp_context *ctx, FILE *out, const trace *t, const extrapolation_result *r,
                        report_style style)
{
    arena *a = ctx->arena;
    const table_align align[] = {TABLE_LEFT, TABLE_UNIT,  TABLE_UNIT,  TABLE_UNIT,  TABLE_UNIT,
                                 TABLE_UNIT, TABLE_RIGHT, TABLE_RIGHT, TABLE_RIGHT, TABLE_RIGHT};
    table all = table_new(a, 10, align);
    table_add(&all, (const char *[]){"rank", "time", "computing", "accesses", "serving", "barriers",
                                     "processor", "remote", "bytes", "served"})
        ->ink = TABLE_DIM;
    const uint32_t shown = t->rank_count < RANKS_SHOWN ? t->rank_count : RANKS_SHOWN;
    for (uint32_t i = 0; i < shown; i++) {
        const extrapolation_rank *k = &r->ranks[i];
        const double barriers = k->part[EXTRAPOLATED_LAST] + k->part[EXTRAPOLATED_BARRIER];
        table_add(
            &all,
            (const char *[]){
                arena_printf(a, "%" PRIu32, i), format_time(a, k->time),
                format_time(a, k->part[EXTRAPOLATED_COMPUTING]), table_time(a, access_time(k)),
                table_time(a, k->part[EXTRAPOLATED_SERVING]), table_time(a, barriers),
                r->processors < t->rank_count ? arena_printf(a, "%" PRIu32, k->processor) : NULL,
                accesses(a, r, k->remote, k->local),
                k->remote ? format_count(a, k->remote_bytes) : NULL,
                k->served ? format_count(a, (double)k->served) : NULL});
    }
    fputs("\nRanks\n", out);
    table_print(&all, out, "  ", style.width, style.color);
    if (shown < t->rank_count)
        fprintf(out, "  and %" PRIu32 " more\n", t->rank_count - shown);
}

static void print_assumptions(fp_context *ctx, FILE *out, const sag *machine,
                              const extrapolation_result *r, report_style style)
{
    fputs("\nAssumptions\n", out);
    for (int i = 0; i < machine->supposition_count; i++)
        text_paragraph(ctx, out, "  ", 0, machine->suppositions[i], style.width);
    for (int i = 0; i < r->assumption_count; i++)
        text_paragraph(ctx, out, "  ", 0, r->assumptions[i], style.width);
}

void report_extrapolation(fp_context *ctx, FILE *out, const trace *t, const sag *machine,
                          const extrapolation_result *r, const timeline *path, report_style style)
{
    print_head(ctx, out, t, machine, r, style);
    print_parts(ctx, out, r, style);
    print_regions(ctx, out, t, r, style);
    print_ranks(ctx, out, t, r, style);
    if (path)
        report_path(ctx, out, path, style);
    print_assumptions(ctx, out, machine, r, style);
}
