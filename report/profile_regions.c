#include "report/profile.h"
#include "report/table.h"
#include "report/unknown.h"
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

estimate_bound profile_region_bound(const region_cost *c)
{
    return estimate_bound_with(c->unknown_count, c->unknowns);
}

int profile_region_fastest(const comparison *c, int region, bool *is_decided)
{
    int best = -1;
    double least = 0;
    *is_decided = true;
    for (int i = 0; i < c->count && c->ranked[i].is_predicted; i++) {
        const region_cost *one = &c->ranked[i].result.regions[region];
        *is_decided = *is_decided && profile_region_bound(one) != BOUND_NEITHER;
        if (best >= 0 && profile_region_lasts(one) >= least)
            continue;
        best = i;
        least = profile_region_lasts(one);
    }
    *is_decided = *is_decided && best >= 0 &&
                  profile_region_bound(&c->ranked[best].result.regions[region]) == BOUND_BOTH;
    return best;
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
        estimate_bound bound = profile_region_bound(c);
        const char *cells[] = {unknown_figure(a, format_time(a, time), bound),
                               bound == BOUND_BOTH ? table_time(a, c->high - time) : NULL,
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
    enum { NEAREST = 6, MOST = NEAREST + CACHE_LEVELS };
    const int levels = e->level_count > 1 ? e->level_count : 1;
    table_align align[MOST] = {TABLE_LEFT};
    const char *head[MOST] = {"region",   "load balance", "longest",
                              "messages", "bytes",        "contention"};
    for (int k = 0; k < levels; k++)
        head[NEAREST + k] = profile_level(a, e, k);
    for (int c = 1; c < MOST; c++)
        align[c] = TABLE_UNIT;
    table t = table_new(a, NEAREST + levels, align);
    table_add(&t, head)->ink = TABLE_DIM;
    for (int i = 0; i < e->region_count; i++) {
        const region_cost *c = &e->regions[i];
        const char *cells[MOST] = {
            profile_region_name(a, c),
            arena_printf(a, "%.2f", c->balance),
            unknown_figure(a, table_time(a, c->longest), profile_region_bound(c)),
            profile_count(a, c->messages),
            c->bytes > 0 ? format_bytes(a, c->bytes) : NULL,
            table_time(a, c->contention)};
        for (int k = 0; k < levels; k++)
            cells[NEAREST + k] = profile_count(a, c->misses[k]);
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
        is_certain &= e->regions[i].low == e->regions[i].high ||
                      profile_region_bound(&e->regions[i]) != BOUND_BOTH;
    const char *text = arena_printf(
        ctx->arena,
        "Times, contention and misses: of the slowest processor. Longest: of the one with most to "
        "do there, without waiting. Contention: messages that queue for a port.%s",
        is_certain ? "" : " ±: half of an interval of 95 %.");
    profile_legend(ctx, out, text, style);
}
