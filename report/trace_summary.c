#include "report/trace_summary.h"

#include <inttypes.h>
#include <stdlib.h>

#include "report/table.h"
#include "report/text.h"
#include "support/format.h"

enum { RANKS_SHOWN = 16, REGIONS_SHOWN = 20 };

static void print_head(fp_context *ctx, FILE *out, const trace_profile *p, report_style style)
{
    arena *a = ctx->arena;
    const trace *t = p->of;
    uint64_t messages = 0;
    double bytes = 0;
    for (uint32_t i = 0; i < t->rank_count; i++) {
        messages += p->ranks[i].sent;
        bytes += p->ranks[i].sent_bytes;
    }
    text_paragraph(ctx, out, "", 0,
                   arena_printf(a, "%s: %s of %s, %s, %s with %s", t->path, format_time(a, p->time),
                                format_plural(a, t->rank_count, "rank", "ranks"),
                                format_plural(a, (double)p->events, "event", "events"),
                                format_plural(a, (double)messages, "message", "messages"),
                                format_bytes(a, bytes)),
                   style.width);
    if (t->left_out)
        text_paragraph(
            ctx, out, "  ", 0,
            arena_printf(a, "%s beside the ranks' own threads not read",
                         format_plural(a, t->left_out, "thread or device", "threads and devices")),
            style.width);
    fputc('\n', out);
}

typedef struct placed {
    uint32_t region;
    double own;
} placed;

static int by_own(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    return x->own != y->own ? (x->own < y->own) - (x->own > y->own)
                            : (x->region > y->region) - (x->region < y->region);
}

static const char *place_of(arena *a, const trace_region *r)
{
    return r->line ? arena_printf(a, "%s:%" PRIu32, r->file, r->line) : NULL;
}

static void print_regions(fp_context *ctx, FILE *out, const trace_profile *p, report_style style)
{
    arena *a = ctx->arena;
    const trace *t = p->of;
    const table_align align[] = {TABLE_UNIT, TABLE_RIGHT, TABLE_LEFT, TABLE_RIGHT,
                                 TABLE_UNIT, TABLE_UNIT,  TABLE_UNIT, TABLE_FILL};
    table all = table_new(a, 8, align);
    table_add(&all, (const char *[]){"own time", "share", "region", "calls", "with callees",
                                     "least", "most", "at"})
        ->ink = TABLE_DIM;
    placed *order = ARENA_ARRAY(a, t->region_count + 1, placed);
    uint32_t count = 0;
    double sum = 0;
    for (uint32_t i = 0; i < t->rank_count; i++)
        sum += p->ranks[i].end;
    for (uint32_t i = 0; i < t->region_count; i++)
        if (p->regions[i].calls)
            order[count++] = (placed){i, p->regions[i].own};
    qsort(order, count, sizeof *order, by_own);
    for (uint32_t k = 0; k < count && k < REGIONS_SHOWN; k++) {
        const trace_region_profile *r = &p->regions[order[k].region];
        const trace_region *of = &t->regions[order[k].region];
        table_add(&all, (const char *[]){format_time(a, r->own / t->rank_count),
                                         format_percent(a, sum > 0 ? r->own / sum : 0),
                                         format_fit(a, of->name, style.width / 2),
                                         format_count(a, (double)r->calls),
                                         table_time(a, r->inside / t->rank_count),
                                         table_time(a, r->least_own), table_time(a, r->most_own),
                                         place_of(a, of)});
    }
    if (!count)
        return;
    fputs("Regions: mean of the ranks, and the ranks with the least and the most\n", out);
    table_print(&all, out, "  ", style.width, style.color);
    if (count > REGIONS_SHOWN)
        fprintf(out, "  and %" PRIu32 " more\n", count - REGIONS_SHOWN);
    fputc('\n', out);
}

static void print_ranks(fp_context *ctx, FILE *out, const trace_profile *p, report_style style)
{
    arena *a = ctx->arena;
    const trace *t = p->of;
    const table_align align[] = {TABLE_LEFT,  TABLE_UNIT,  TABLE_UNIT,  TABLE_UNIT,  TABLE_UNIT,
                                 TABLE_RIGHT, TABLE_RIGHT, TABLE_RIGHT, TABLE_RIGHT, TABLE_RIGHT};
    table all = table_new(a, 10, align);
    table_add(&all, (const char *[]){"rank", "end", "outside MPI", "in MPI", "processor", "sent",
                                     "bytes", "received", "bytes", "collectives"})
        ->ink = TABLE_DIM;
    const uint32_t shown = t->rank_count < RANKS_SHOWN ? t->rank_count : RANKS_SHOWN;
    for (uint32_t i = 0; i < shown; i++) {
        const trace_rank_profile *r = &p->ranks[i];
        table_add(&all,
                  (const char *[]){
                      arena_printf(a, "%" PRIu32, i), format_time(a, r->end),
                      format_time(a, r->computing), format_time(a, r->in_mpi),
                      r->processor < 0 ? NULL : format_time(a, r->processor),
                      format_count(a, (double)r->sent), format_count(a, r->sent_bytes),
                      format_count(a, (double)r->received), format_count(a, r->received_bytes),
                      r->collectives ? format_count(a, (double)r->collectives) : NULL});
    }
    fputs("Ranks\n", out);
    table_print(&all, out, "  ", style.width, style.color);
    if (shown < t->rank_count)
        fprintf(out, "  and %" PRIu32 " more\n", t->rank_count - shown);
}

static void print_collectives(fp_context *ctx, FILE *out, const trace_profile *p,
                              report_style style)
{
    arena *a = ctx->arena;
    const table_align align[] = {TABLE_LEFT, TABLE_RIGHT, TABLE_RIGHT, TABLE_RIGHT};
    table all = table_new(a, 4, align);
    table_add(&all, (const char *[]){"collective", "calls", "bytes given", "bytes got"})->ink =
        TABLE_DIM;
    for (int i = 0; i < TRACE_COLLECTIVE_COUNT; i++)
        if (p->collectives[i].calls)
            table_add(&all, (const char *[]){trace_collective_name((trace_collective)i),
                                             format_count(a, (double)p->collectives[i].calls),
                                             format_count(a, p->collectives[i].sent),
                                             format_count(a, p->collectives[i].received)});
    if (all.rows.count == 1)
        return;
    fputs("\nCollectives: all ranks together\n", out);
    table_print(&all, out, "  ", style.width, style.color);
}

void report_trace_summary(fp_context *ctx, FILE *out, const trace_profile *p, report_style style)
{
    print_head(ctx, out, p, style);
    print_regions(ctx, out, p, style);
    print_ranks(ctx, out, p, style);
    print_collectives(ctx, out, p, style);
}
