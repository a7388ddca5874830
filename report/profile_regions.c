#include "report/profile.h"
#include "report/table.h"
#include "support/format.h"

/* The regions that the source marks. */

static int depth_of(const source_region *r)
{
    int depth = 0;
    for (; r->parent; r = r->parent)
        depth++;
    return depth;
}

const char *profile_region_name(arena *a, const region_cost *c)
{
    return arena_printf(a, "%*s%s", 2 * depth_of(c->region), "", c->region->name);
}

const char *profile_region_lines(arena *a, const region_cost *c)
{
    const source_range *in = &c->region->extent;
    return in->end_line > in->line ? arena_printf(a, "%d-%d", in->line, in->end_line)
                                   : arena_printf(a, "%d", in->line);
}

double profile_region_lasts(const region_cost *c)
{
    double time = breakdown_total(&c->time);
    return time > c->longest ? time : c->longest;
}

static void print_region_times(fp_context *ctx, FILE *out, const estimate *e, report_style style)
{
    arena *a = ctx->arena;
    const table_align align[] = {TABLE_UNIT, TABLE_UNIT, TABLE_UNIT, TABLE_LEFT, TABLE_RIGHT,
                                 TABLE_UNIT, TABLE_UNIT, TABLE_UNIT, TABLE_UNIT, TABLE_UNIT};
    table t = table_new(a, 10, align);
    const char *head[] = {"time",  "±",         "share",         "region",   "lines",
                          "times", "computing", "communicating", "overhead", "waiting"};
    table_add(&t, head)->ink = TABLE_DIM;
    for (int i = 0; i < e->region_count; i++) {
        const region_cost *c = &e->regions[i];
        double time = breakdown_total(&c->time);
        const char *cells[] = {format_time(a, time),
                               table_time(a, c->high - time),
                               format_percent(a, e->time > 0 ? time / e->time : 0),
                               profile_region_name(a, c),
                               profile_region_lines(a, c),
                               profile_count(a, c->count),
                               table_time(a, c->time.computation),
                               table_time(a, c->time.communication),
                               table_time(a, c->time.overhead),
                               table_time(a, c->time.waiting)};
        table_add(&t, cells);
    }
    table_print(&t, out, "  ", style.width, style.color);
}

static void print_region_work(fp_context *ctx, FILE *out, const estimate *e, report_style style)
{
    arena *a = ctx->arena;
    enum { COLUMNS = 7 };
    const table_align align[COLUMNS] = {TABLE_LEFT, TABLE_UNIT, TABLE_UNIT, TABLE_UNIT,
                                        TABLE_UNIT, TABLE_UNIT, TABLE_UNIT};
    table t = table_new(a, COLUMNS, align);
    const char *head[COLUMNS] = {"region", "load balance", "longest", "messages",
                                 "bytes",  "contention",   "misses"};
    table_add(&t, head)->ink = TABLE_DIM;
    for (int i = 0; i < e->region_count; i++) {
        const region_cost *c = &e->regions[i];
        const char *cells[COLUMNS] = {profile_region_name(a, c),
                                      arena_printf(a, "%.2f", c->balance),
                                      table_time(a, c->longest),
                                      profile_count(a, c->messages),
                                      c->bytes > 0 ? format_bytes(a, c->bytes) : NULL,
                                      table_time(a, c->contention),
                                      profile_count(a, c->misses)};
        table_add(&t, cells);
    }
    table_print(&t, out, "  ", style.width, style.color);
}

void profile_regions(fp_context *ctx, FILE *out, const estimate *e, report_style style)
{
    print_region_times(ctx, out, e, style);
    fputc('\n', out);
    print_region_work(ctx, out, e, style);
    bool is_certain = true;
    for (int i = 0; i < e->region_count; i++)
        is_certain &= e->regions[i].low == e->regions[i].high;
    const char *text = arena_printf(
        ctx->arena,
        "Times, contention and misses: of the slowest processor. Longest: of the one with most to "
        "do there, without waiting. Contention: messages that queue for a port.%s",
        is_certain ? "" : " ±: half of an interval of 95 %.");
    profile_legend(ctx, out, text, style);
}
