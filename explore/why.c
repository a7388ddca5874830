#include <math.h>

#include "explore/sentence.h"
#include "support/format.h"

/* What the slowest processor sends and receives in the whole run. */
typedef struct traffic {
    double messages, bytes, misses, packing;
} traffic;

static traffic traffic_of(const estimate *e)
{
    traffic t = {0};
    for (int i = 0; i < e->comm_count; i++) {
        const comm_cost *c = &e->comms[i];
        double each = fmax(c->sent, c->received);
        t.messages += c->count * each;
        t.bytes += c->count * each * c->message_bytes;
    }
    for (int i = 0; i < e->unit_count; i++) {
        t.misses += e->units[i].misses;
        /* Copies that are not contiguous are charged inside the communication. */
        if (e->units[i].unit && e->units[i].unit->comm)
            t.packing += e->units[i].time.overhead;
    }
    return t;
}

static const char *why_communication(arena *a, const traffic *mine, const traffic *best,
                                     const char *name)
{
    if (mine->messages > best->messages * 1.05)
        return arena_printf(a, "its busiest processor exchanges %s, that of %s %s",
                            format_plural(a, mine->messages, "message", "messages"), name,
                            format_count(a, best->messages));
    if (mine->bytes > best->bytes * 1.05)
        return arena_printf(a, "its busiest processor moves %s, that of %s %s",
                            format_bytes(a, mine->bytes), name, format_bytes(a, best->bytes));
    return NULL;
}

static const char *why_computing(arena *a, const estimate *mine, const estimate *best,
                                 const traffic *mine_t, const traffic *best_t)
{
    if (best->balance - mine->balance > 0.02)
        return arena_printf(a, "the work is spread unevenly (load balance %.2f, not %.2f)",
                            mine->balance, best->balance);
    if (mine_t->misses > best_t->misses * 1.05)
        return arena_printf(a, "%s cache misses, not %s", format_count(a, mine_t->misses),
                            format_count(a, best_t->misses));
    return NULL;
}

/* "T(*,block) loses 24.3 ms to packing: …". The largest part of the difference
 * is what it loses to. */
static const char *why_loses(fp_context *ctx, const alternative *loser, const alternative *best)
{
    arena *a = ctx->arena;
    const estimate *mine = &loser->result, *other = &best->result;
    traffic mt = traffic_of(mine), bt = traffic_of(other);
    double packing = mt.packing - bt.packing;
    const struct {
        double seconds;
        const char *to, *because;
    } causes[] = {
        {mine->parts.computation - other->parts.computation, "computing",
         why_computing(a, mine, other, &mt, &bt)},
        {mine->parts.communication - other->parts.communication, "communication",
         why_communication(a, &mt, &bt, best->name)},
        {mine->parts.overhead - other->parts.overhead - packing, "loop and call overhead", NULL},
        {mine->parts.waiting - other->parts.waiting, "waiting for other processors",
         why_computing(a, mine, other, &mt, &bt)},
        {packing, "packing: its messages are not contiguous in memory", NULL},
    };
    int worst = 0;
    for (int i = 1; i < (int)(sizeof causes / sizeof *causes); i++)
        if (causes[i].seconds > causes[worst].seconds)
            worst = i;
    if (causes[worst].seconds <= 0)
        return NULL;
    return arena_printf(a, "%s loses %s to %s%s%s.", loser->name,
                        format_time(a, causes[worst].seconds), causes[worst].to,
                        causes[worst].because ? ": " : "",
                        causes[worst].because ? causes[worst].because : "");
}

/* "A, B and C". */
static const char *names_of(arena *a, int count, const alternative *list)
{
    const char *text = list[0].name;
    for (int i = 1; i < count; i++)
        text = arena_printf(a, "%s%s%s", text, i + 1 < count ? ", " : " and ", list[i].name);
    return text;
}

void explore_say_why(fp_context *ctx, int count, const alternative *ranked, sentence_list *out)
{
    const alternative *best = &ranked[0];
    int close = 1;
    while (close < count && explore_is_close(&ranked[close].result, &best->result))
        close++;
    if (close > 1)
        VEC_PUSH(ctx->arena, out,
                 arena_printf(ctx->arena, "%s cannot be told apart: what the machine's values leave "
                              "open is more than their difference.",
                              names_of(ctx->arena, close, ranked)));
    for (int i = 1; i < count; i++) {
        const char *sentence = why_loses(ctx, &ranked[i], best);
        if (sentence)
            VEC_PUSH(ctx->arena, out, sentence);
    }
}
