#include <inttypes.h>
#include <math.h>

#include "report/table.h"
#include "report/text.h"
#include "report/trace_summary.h"
#include "support/format.h"

/* Some events take less than the mean of their class to record, and those that share a look at the
 * clock nothing: only where this adds up to more of the whole is it said. */
static const double MISSING_SAID = 0.1;

static void print_times(fp_context *ctx, FILE *out, const perturbation_result *r,
                        const perturbation_on_machine *on, report_style style)
{
    const char *order = r->reordered ? ", received in the order of the trace" : "";
    arena *a = ctx->arena;
    const table_align align[] = {TABLE_LEFT, TABLE_UNIT, TABLE_WRAP};
    table t = table_new(a, 3, align);
    table_add(&t, (const char *[]){"as recorded", format_time(a, r->measured),
                                   arena_printf(a, "recording took up to %s of a rank's time",
                                                format_time(a, r->recording))});
    const double without = r->approximated[FLIGHT_LEARNT];
    const double longer = without > 0 ? r->measured / without - 1 : 0;
    table_add(&t, (const char *[]){"without", format_time(a, without),
                                   arena_printf(a, "recording made it %s %s",
                                                format_percent(a, fabs(longer)),
                                                longer < 0 ? "shorter" : "longer")})
        ->ink = TABLE_BOLD;
    const double least = r->approximated[FLIGHT_OPTIMISTIC],
                 most = r->approximated[FLIGHT_PESSIMISTIC];
    if (least < most) {
        table_add(&t, (const char *[]){
                          "at least", format_time(a, least),
                          arena_printf(a, "if messages that were there took no time%s", order)});
        table_add(&t, (const char *[]){
                          "at most", format_time(a, most),
                          arena_printf(a, "if they took until they were received%s", order)});
    }
    if (on)
        table_add(&t, (const char *[]){"replayed", format_time(a, on->time),
                                       arena_printf(a,
                                                    "the same, with messages and collectives as "
                                                    "the machine %s has them",
                                                    on->name)});
    table_print(&t, out, "  ", style.width, style.color);
}

static void say(fp_context *ctx, FILE *out, const char *text, report_style style)
{
    text_paragraph(ctx, out, "  ", 0, text, style.width);
}

/* How long messages were under way. */
static void say_messages(fp_context *ctx, FILE *out, const perturbation_result *r,
                         report_style style)
{
    arena *a = ctx->arena;
    const char *all = format_plural(a, (double)r->receives, "message", "messages");
    const bool is_one = r->sent_before == 1;
    if (r->looked_for)
        say(ctx, out,
            arena_printf(a, "%s of %s %s sent while %s looked for %s (MPI_Probe, MPI_Test).",
                         format_count(a, (double)r->looked_for), all,
                         r->looked_for == 1 ? "was" : "were",
                         r->looked_for == 1 ? "its receiver" : "their receivers",
                         r->looked_for == 1 ? "it" : "them"),
            style);
    if (r->sent_before)
        say(ctx, out,
            arena_printf(a,
                         "%s of %s %s sent before %s asked for, so that the trace does not tell "
                         "how long %s under way; %s.",
                         format_count(a, (double)r->sent_before), all, is_one ? "was" : "were",
                         is_one ? "it was" : "they were", is_one ? "it was" : "they were",
                         r->sizes_learnt ? "taken is the quickest of about that size that a "
                                           "receive waited for"
                                         : "no receive waited for any, so no time is taken"),
            style);
}

/* What receives of any source have taken. */
static void say_order(fp_context *ctx, FILE *out, const perturbation_result *r, report_style style)
{
    arena *a = ctx->arena;
    if (r->reordered)
        say(ctx, out,
            arena_printf(a,
                         "%s another message than in the trace; what the program did with it stays "
                         "as it was.",
                         format_plural(a, (double)r->reordered, "receive has", "receives have")),
            style);
    if (r->kept_ranks)
        say(ctx, out,
            arena_printf(a,
                         "On %s (the first is %" PRIu32
                         ") receives keep the order of the trace: with the other one, ranks wait "
                         "for what does not come.",
                         format_plural(a, r->kept_ranks, "rank", "ranks"), r->first_kept),
            style);
}

static void say_synchronous(fp_context *ctx, FILE *out, const perturbation_result *r,
                            report_style style)
{
    arena *a = ctx->arena;
    if (!r->synchronous)
        return;
    const char *others =
        r->did_not_wait
            ? arena_printf(a,
                           "; of these %s as long as in the trace, in which they left before the "
                           "receiver was there, or it had posted a receive",
                           format_plural(a, (double)r->did_not_wait, "takes", "take"))
            : "";
    say(ctx, out,
        arena_printf(a, "%s for %s receiver%s.",
                     format_plural(a, (double)r->synchronous, "send waits", "sends wait"),
                     r->synchronous == 1 ? "its" : "their", others),
        style);
}

void report_perturbation(fp_context *ctx, FILE *out, const trace *t, const perturbation_result *r,
                         const perturbation_on_machine *on, report_style style)
{
    arena *a = ctx->arena;
    text_paragraph(ctx, out, "", 0,
                   arena_printf(a, "%s: %s, %s", t->path,
                                format_plural(a, t->rank_count, "rank", "ranks"),
                                format_plural(a, (double)r->events, "event", "events")),
                   style.width);
    print_times(ctx, out, r, on, style);
    if (r->without_startup)
        say(ctx, out, "Times are from MPI_Init to MPI_Finalize; with these: --startup.", style);
    say_messages(ctx, out, r, style);
    if (r->new_last)
        say(ctx, out,
            arena_printf(
                a,
                "In %s of %s a rank comes last that never did in the trace, which does not "
                "tell how long they take then; taken is what they took.",
                format_count(a, (double)r->new_last),
                format_plural(a, (double)r->collectives, "collective", "collectives")),
            style);
    say_order(ctx, out, r, style);
    say_synchronous(ctx, out, r, style);
    if (r->not_found > MISSING_SAID * r->recording_all)
        say(ctx, out,
            arena_printf(
                a,
                "%s between events shorter than --overhead says that recording took, by %s of all "
                "that it took: is it too large?",
                format_plural(a, (double)r->too_short, "time was", "times were"),
                format_percent(a, r->not_found / r->recording_all)),
            style);
    if (r->never_received)
        say(ctx, out,
            arena_printf(
                a, "%s sent and never received.",
                format_plural(a, (double)r->never_received, "message was", "messages were")),
            style);
}
