#include <inttypes.h>

#include "report/table.h"
#include "report/text.h"
#include "report/trace_summary.h"
#include "support/format.h"

enum { REGIONS_SHOWN = 20 };

/* "sends 800 bytes to rank 1, tag 7". */
static const char *words_of(arena *a, const trace *t, uint32_t rank, const trace_event *e)
{
    if (e->kind == TRACE_ENTER || e->kind == TRACE_LEAVE)
        return arena_printf(a, "%s '%s'", e->kind == TRACE_ENTER ? "enters" : "leaves",
                            t->regions[e->region].name);
    const trace_comm *c = &t->comms[e->comm];
    const char *bytes = format_plural(a, (double)e->bytes, "byte", "bytes");
    if (e->kind == TRACE_COLLECTIVE_END)
        return arena_printf(a, "does %s with %s, %s given, %s got",
                            trace_collective_name(e->collective),
                            format_plural(a, c->ranks ? c->size : 1, "rank", "ranks"), bytes,
                            format_count(a, (double)e->received));
    const uint32_t peer = c->ranks ? c->ranks[e->peer] : rank;
    const char *verb = e->kind == TRACE_SEND || e->kind == TRACE_ISEND ? "sends"
                       : e->kind == TRACE_PUT                          ? "writes"
                       : e->kind == TRACE_GET                          ? "reads"
                                                                       : "receives";
    const bool is_to = e->kind == TRACE_SEND || e->kind == TRACE_ISEND || e->kind == TRACE_PUT;
    const bool has_tag = e->kind != TRACE_GET && e->kind != TRACE_PUT;
    return arena_printf(a, "%s %s %s rank %" PRIu32 "%s", verb, bytes, is_to ? "to" : "from", peer,
                        has_tag ? arena_printf(a, ", tag %" PRIu32, e->tag) : "");
}

static const char *side_of(arena *a, const trace_comparison *c, const event_difference *d, int side)
{
    return d->has[side] ? words_of(a, c->of[side]->of, d->rank, &d->event[side]) : "has no more";
}

static void print_order(fp_context *ctx, FILE *out, const trace_comparison *c, compared_kind kind,
                        report_style style)
{
    arena *a = ctx->arena;
    const order_comparison *o = &c->order[kind];
    const char *what = kind == COMPARED_MESSAGES ? "Messages and collectives" : "Regions";
    if (!o->events[0] && !o->events[1]) {
        text_paragraph(ctx, out, "", 0, arena_printf(a, "%s: none in either", what), style.width);
        return;
    }
    if (!o->unlike) {
        text_paragraph(ctx, out, "", 0,
                       arena_printf(a, "%s: the same on each rank, %s", what,
                                    format_plural(a, (double)o->events[0], "event", "events")),
                       style.width);
        return;
    }
    text_paragraph(ctx, out, "", 0,
                   arena_printf(a, "%s: %s of %s differ; first, event %s of rank %" PRIu32 ":",
                                what, format_count(a, o->unlike),
                                format_plural(a, c->of[0]->of->rank_count, "rank", "ranks"),
                                format_count(a, (double)o->first.number), o->first.rank),
                   style.width);
    for (int i = 0; i < 2; i++)
        text_paragraph(ctx, out, "     ", 0,
                       arena_printf(a, "%c: it %s", "AB"[i], side_of(a, c, &o->first, i)),
                       style.width);
}

/* "+12.5 %" of the first; nothing where that is none, or the same. */
static const char *change(arena *a, double from, double to)
{
    return from > 0 && from != to ? arena_printf(a, "%+.1f %%", 100 * (to / from - 1)) : NULL;
}

static const char *signed_time(arena *a, double seconds)
{
    return seconds < 0 ? arena_printf(a, "-%s", format_time(a, -seconds)) : table_time(a, seconds);
}

static void print_times(fp_context *ctx, FILE *out, const trace_comparison *c, report_style style)
{
    arena *a = ctx->arena;
    const uint32_t ranks = c->of[0]->of->rank_count ? c->of[0]->of->rank_count : 1;
    const table_align align[] = {TABLE_LEFT, TABLE_UNIT,  TABLE_UNIT, TABLE_UNIT,
                                 TABLE_UNIT, TABLE_RIGHT, TABLE_RIGHT};
    table t = table_new(a, 7, align);
    table_add(&t, (const char *[]){"region", "A", "B", "B - A", "change", "calls A", "B"})->ink =
        TABLE_DIM;
    const double whole[] = {c->of[0]->time, c->of[1]->time};
    table_add(&t, (const char *[]){"the whole", format_time(a, whole[0]), format_time(a, whole[1]),
                                   signed_time(a, whole[1] - whole[0]),
                                   change(a, whole[0], whole[1]), NULL, NULL})
        ->ink = TABLE_BOLD;
    for (uint32_t i = 0; i < c->region_count && i < REGIONS_SHOWN; i++) {
        const region_comparison *r = &c->regions[i];
        const double own[] = {r->own[0] / ranks, r->own[1] / ranks};
        table_add(&t,
                  (const char *[]){r->name, r->calls[0] ? format_time(a, own[0]) : NULL,
                                   r->calls[1] ? format_time(a, own[1]) : NULL,
                                   signed_time(a, own[1] - own[0]),
                                   r->calls[0] && r->calls[1] ? change(a, own[0], own[1]) : NULL,
                                   r->calls[0] ? format_count(a, (double)r->calls[0]) : NULL,
                                   r->calls[1] ? format_count(a, (double)r->calls[1]) : NULL});
    }
    fputs("\nOwn times of regions: mean of the ranks; what differs most first\n", out);
    table_print(&t, out, "  ", style.width, style.color);
    if (c->region_count > REGIONS_SHOWN)
        fprintf(out, "  and %" PRIu32 " more\n", c->region_count - REGIONS_SHOWN);
}

void report_trace_comparison(fp_context *ctx, FILE *out, const trace_comparison *c,
                             report_style style)
{
    arena *a = ctx->arena;
    for (int i = 0; i < 2; i++)
        text_paragraph(ctx, out, "   ", 0,
                       arena_printf(a, "%c: %s, %s of %s, %s", "AB"[i], c -> of[i] -> of -> path,
                                    format_time(a, c->of[i]->time),
                                    format_plural(a, c->of[i]->of->rank_count, "rank", "ranks"),
                                    format_plural(a, (double)c->of[i]->events, "event", "events")),
                       style.width);
    fputc('\n', out);
    for (compared_kind k = 0; k < COMPARED_COUNT; k++)
        print_order(ctx, out, c, k, style);
    print_times(ctx, out, c, style);
}
