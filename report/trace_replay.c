#include <inttypes.h>

#include "report/table.h"
#include "report/text.h"
#include "report/trace_summary.h"
#include "support/format.h"

enum { RANKS_SHOWN = 32 };

static void print_head(fp_context *ctx, FILE *out, const replay_result *r, report_style style)
{
    arena *a = ctx->arena;
    const trace *t = r->of;
    const char *on =
        r->procs < t->rank_count
            ? arena_printf(a, " on %s", format_plural(a, r->procs, "processor", "processors"))
            : "";
    text_paragraph(
        ctx, out, "", 0,
        arena_printf(a, "%s on %s: %s; %s%s, %s, %s, %s, at most %s kept", t->path,
                     r->machine->name, format_time(a, r->end),
                     format_plural(a, t->rank_count, "rank", "ranks"), on,
                     format_plural(a, (double)r->events, "event", "events"),
                     format_plural(a, (double)r->messages, "message", "messages"),
                     format_plural(a, (double)r->collectives, "collective", "collectives"),
                     format_count(a, (double)r->kept)),
        style.width);
}

static void print_note(fp_context *ctx, FILE *out, const char *text, report_style style)
{
    text_paragraph(ctx, out, "  ", 0, text, style.width);
}

/* What was taken from the recording, since a replay cannot tell. */
/* "847 MPI_Iprobe, 40 MPI_Waitany". */
static const char *outcomes_of(arena *a, const replay_result *r)
{
    const char *all = "";
    for (uint32_t i = 0; i < r->of->region_count; i++)
        if (r->outcomes[i])
            all = arena_printf(a, "%s%s%s %s", all, *all ? ", " : "",
                               format_count(a, (double)r->outcomes[i]), r->of->regions[i].name);
    return all;
}

static void print_notes(fp_context *ctx, FILE *out, const replay_result *r, report_style style)
{
    arena *a = ctx->arena;
    const replay_order *first = &r->first_reordered;
    if (r->has_links && !r->shares_links)
        print_note(ctx, out,
                   "messages share ports, one after another, and no other links: what the machine "
                   "says of links is not followed",
                   style);
    if (r->any_source)
        print_note(ctx, out,
                   arena_printf(a, "%s took what came first",
                                format_plural(a, (double)r->any_source, "receive of any source",
                                              "receives of any source")),
                   style);
    if (r->reordered)
        print_note(ctx, out,
                   arena_printf(a,
                                "%s another rank's than recorded, the first of them event %" PRIu64
                                " of rank %" PRIu32 ": of rank %" PRIu32 ", not %" PRIu32
                                "; what the program did with it is as recorded",
                                format_plural(a, (double)r->reordered, "took", "took"),
                                first->event, first->rank, first->replayed, first->recorded),
                   style);
    if (r->by_outcome)
        print_note(ctx, out,
                   arena_printf(a, "%s ended as recorded (%s); %s what had not ended",
                                format_plural(a, (double)r->by_outcome, "call", "calls"),
                                outcomes_of(a, r),
                                format_plural(a, (double)r->tests, "test is of", "tests are of")),
                   style);
    if (r->cancelled || r->never_waited_for)
        print_note(ctx, out,
                   arena_printf(a, "left out: %s cancelled, %s never ended",
                                format_plural(a, (double)r->cancelled, "receive", "receives"),
                                format_count(a, (double)r->never_waited_for)),
                   style);
    if (r->never_received)
        print_note(ctx, out,
                   arena_printf(a, "%s never received",
                                format_plural(a, (double)r->never_received, "message", "messages")),
                   style);
}

void report_replay(fp_context *ctx, FILE *out, const replay_result *r, const timeline *path,
                   report_style style)
{
    arena *a = ctx->arena;
    const table_align align[] = {TABLE_LEFT, TABLE_UNIT, TABLE_UNIT, TABLE_UNIT, TABLE_UNIT,
                                 TABLE_UNIT, TABLE_UNIT, TABLE_UNIT, TABLE_RIGHT};
    print_head(ctx, out, r, style);
    print_notes(ctx, out, r, style);
    table all = table_new(a, 9, align);
    table_add(&all, (const char *[]){"rank", "end", "computing", "sending", "receiving", "waiting",
                                     "collectives", "other ranks", "sent"})
        ->ink = TABLE_DIM;
    const uint32_t count = r->of->rank_count, shown = count < RANKS_SHOWN ? count : RANKS_SHOWN;
    for (uint32_t i = 0; i < shown; i++) {
        const replay_rank_result *of = &r->ranks[i];
        table_add(&all, (const char *[]){arena_printf(a, "%" PRIu32, i), format_time(a, of->end),
                                         table_time(a, of->computing), table_time(a, of->sending),
                                         table_time(a, of->receiving), table_time(a, of->waiting),
                                         table_time(a, of->collectives), table_time(a, of->turn),
                                         format_count(a, (double)of->sent)});
    }
    fputs("\nRanks\n", out);
    table_print(&all, out, "  ", style.width, style.color);
    if (shown < count)
        fprintf(out, "  and %" PRIu32 " more\n", count - shown);
    if (!path)
        return;
    report_path(ctx, out, path, style);
    if (r->procs < count)
        print_note(ctx, out,
                   "ranks share processors: until others let it go on, a rank's time is elsewhere "
                   "before its first region and else of its calls; the path stays on it",
                   style);
}
