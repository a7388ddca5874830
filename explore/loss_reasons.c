#include <string.h>

#include "explore/incomplete.h"
#include "explore/sentence.h"
#include "support/format.h"

/* What moves in the whole run, over all processors, and what the slowest one
 * spends on copies. */
typedef struct traffic {
    double messages, bytes, packing;
} traffic;

static traffic traffic_of(const estimate *e)
{
    traffic t = {0};
    for (int i = 0; i < e->comm_count; i++) {
        t.messages += e->comms[i].messages;
        t.bytes += e->comms[i].bytes;
    }
    for (int i = 0; i < e->unit_count; i++) {
        /* Copies that are not contiguous are charged inside the communication. */
        if (e->units[i].unit && e->units[i].unit->comm)
            t.packing += e->units[i].time.overhead;
    }
    return t;
}

/* How much larger must a number be to be a reason? */
static bool is_more(double mine, double best)
{
    return mine > best * 1.05;
}

/* Bytes or messages: what there is more of, by the larger factor. */
static const char *why_communication(arena *a, const traffic *mine, const traffic *best,
                                     const char *name)
{
    bool more_bytes = is_more(mine->bytes, best->bytes);
    bool more_messages = is_more(mine->messages, best->messages);
    if (more_bytes &&
        (!more_messages || mine->bytes * best->messages >= mine->messages * best->bytes))
        return arena_printf(a, "%s in all, %s %s", format_bytes(a, mine->bytes), name,
                            format_bytes(a, best->bytes));
    if (more_messages)
        return arena_printf(a, "%s messages in all, %s %s", format_count(a, mine->messages), name,
                            format_count(a, best->messages));
    return NULL;
}

static const char *why_uneven(arena *a, const estimate *mine, const estimate *best)
{
    if (best->balance - mine->balance <= 0.02)
        return NULL;
    return arena_printf(a, "the work is spread unevenly, load balance %.2f, not %.2f",
                        mine->balance, best->balance);
}

static const char *why_computing(fp_context *ctx, const alternative *loser, const alternative *best,
                                 const estimate_options *options)
{
    const char *uneven = why_uneven(ctx->arena, &loser->result, &best->result);
    return uneven ? uneven : explore_cache_reason(ctx, loser, best, options);
}

/* Why one alternative loses to the best: the largest part of what it takes
 * longer for, and the number of it (or null). */
typedef struct cause {
    double seconds;
    const char *to, *because;
    const char *also; /* "29.7 ms to packing": another part that counts, or null */
} cause;

/* The second largest part is worth a word from this share of the largest on. */
#define NOTABLE 0.3

/* Communication and waiting together: what one processor does not wait for,
 * because it exchanges itself, another one does. */
static cause exchange_cause(arena *a, const alternative *loser, const alternative *best,
                            const traffic *mt, const traffic *bt)
{
    const estimate *mine = &loser->result, *other = &best->result;
    double waiting = mine->parts.waiting - other->parts.waiting;
    double exchanging = mine->parts.communication - other->parts.communication;
    cause c = {.seconds = waiting + exchanging};
    c.to = waiting < 0.1 * c.seconds      ? "communication"
           : exchanging < 0.1 * c.seconds ? "waiting for other processors"
                                          : "communication and waiting for it";
    const char *uneven = why_uneven(a, mine, other);
    const char *traffic_text = why_communication(a, mt, bt, best->name);
    c.because = uneven && (waiting > exchanging || !traffic_text) ? uneven : traffic_text;
    return c;
}

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static cause cause_of(fp_context *ctx, const alternative *loser, const alternative *best,
                      const estimate_options *options)
{
    arena *a = ctx->arena;
    const estimate *mine = &loser->result, *other = &best->result;
    traffic mt = traffic_of(mine), bt = traffic_of(other);
    double packing = mt.packing - bt.packing;
    const cause causes[] = {
        {mine->parts.computation - other->parts.computation, "computing", NULL, NULL},
        exchange_cause(a, loser, best, &mt, &bt),
        {mine->parts.overhead - other->parts.overhead - packing, "loop and call overhead", NULL,
         NULL},
        {packing, "packing", "its messages are copied together element by element", NULL},
    };
    cause worst = causes[0], second = {0};
    for (size_t i = 1; i < sizeof causes / sizeof *causes; i++) {
        bool is_worst = causes[i].seconds > worst.seconds;
        cause next = is_worst ? worst : causes[i];
        if (is_worst)
            worst = causes[i];
        if (next.seconds > second.seconds)
            second = next;
    }
    if (is_same_text(worst.to, causes[0].to))
        worst.because = why_computing(ctx, loser, best, options);
    if (second.seconds > NOTABLE * worst.seconds)
        worst.also = arena_printf(a, "%s to %s", format_time(a, second.seconds), second.to);
    return worst;
}

/* Returns how many, from the first on, cannot be told from it. */
static int say_close(fp_context *ctx, int count, const alternative *ranked, sentence_list *out)
{
    const char **names = ARENA_ARRAY(ctx->arena, count, const char *);
    int close = 0;
    bool is_complete = true;
    while (close < count &&
           (close == 0 || explore_is_close(&ranked[close].result, &ranked[0].result))) {
        names[close] = ranked[close].name;
        is_complete &= estimate_bound_of(&ranked[close].result) == BOUND_BOTH;
        close++;
    }
    if (close == count && is_complete && explore_is_draw(count, ranked))
        VEC_PUSH(ctx->arena, out, "All of them take the same time.");
    else if (close > 1)
        VEC_PUSH(ctx->arena, out,
                 arena_printf(ctx->arena,
                              "%s cannot be told apart%s: they differ by less than the machine's "
                              "values are uncertain.",
                              format_list(ctx->arena, close, names, "and"),
                              is_complete ? "" : ", as far as their costs are known"));
    return close;
}

/* One sentence for the losers from `first` on that lose as much to the same;
 * returns how many they are. */
static int say_loss(fp_context *ctx, int count, const cause *causes, const alternative *losers,
                    sentence_list *out)
{
    arena *a = ctx->arena;
    const char **names = ARENA_ARRAY(a, count, const char *);
    const char *seconds = format_time(a, causes[0].seconds);
    estimate_bound bound = estimate_bound_of(&losers[0].result);
    int n = 0;
    while (n < count && estimate_bound_of(&losers[n].result) == bound &&
           is_same_text(causes[n].to, causes[0].to) &&
           is_same_text(causes[n].because, causes[0].because) &&
           is_same_text(causes[n].also, causes[0].also) &&
           is_same_text(format_time(a, causes[n].seconds), seconds)) {
        names[n] = losers[n].name;
        n++;
    }
    if (causes[0].seconds > 0)
        VEC_PUSH(a, out,
                 arena_printf(a, "%s %s %s%s to %s%s%s%s%s.", format_list(a, n, names, "and"),
                              n > 1 ? "lose" : "loses", bound == BOUND_BOTH ? "" : "at least ",
                              seconds, causes[0].to, causes[0].because ? ": " : "",
                              causes[0].because ? causes[0].because : "",
                              causes[0].also ? "; and " : "",
                              causes[0].also ? causes[0].also : ""));
    return n;
}

void explore_loss_reasons(fp_context *ctx, int count, const alternative *ranked,
                          const estimate_options *options, sentence_list *out)
{
    cause *causes = ARENA_ARRAY(ctx->arena, count, cause);
    for (int i = 1; i < count; i++)
        causes[i] = cause_of(ctx, &ranked[i], &ranked[0], options);
    for (int i = say_close(ctx, count, ranked, out); i < count;)
        i += say_loss(ctx, count - i, &causes[i], &ranked[i], out);
}

static bool is_same_failure(const alternative *a, const alternative *b)
{
    return is_same_text(a->why, b->why) && a->why_at.file == b->why_at.file &&
           a->why_at.line == b->why_at.line && !a->graph == !b->graph;
}

void explore_failures(fp_context *ctx, int count, const alternative *failed, sentence_list *out)
{
    arena *a = ctx->arena;
    const char **names = ARENA_ARRAY(a, count + 1, const char *);
    for (int i = 0, n; i < count; i += n) {
        for (n = 0; i + n < count && is_same_failure(&failed[i], &failed[i + n]); n++)
            names[n] = failed[i + n].name;
        const char *why = failed[i].why ? failed[i].why : "";
        bool has_end = *why && why[strlen(why) - 1] == '.';
        VEC_PUSH(a, out,
                 arena_printf(a, "%s cannot be %s: %s%s%s", format_list(a, n, names, "and"),
                              failed[i].graph ? "predicted" : "planned",
                              explore_place(a, failed[i].why_at), why, has_end ? "" : "."));
    }
}
