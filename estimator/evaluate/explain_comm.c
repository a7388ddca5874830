#include <string.h>

#include "estimator/evaluate/explain.h"
#include "estimator/message/schedule.h"
#include "estimator/run/run.h"
#include "support/format.h"
#include "sysmodels/model/compiler.h"
#include "sysmodels/network/collective/library.h"
#include "sysmodels/network/message.h"
#include "sysmodels/network/price.h"
#include "sysmodels/network/round.h"

/* A communication's arithmetic: the messages of the slowest processor in one
 * execution, round by round. */

/* One term of a message's price. */
static void say_term(explainer *x, int depth, const sag_price *price, int i, double bytes, int hops)
{
    arena *a = x->ctx->arena;
    const message_piece *piece = price->piece;
    const quantity *q = price->terms[i].value;
    double seconds = q->value * price->terms[i].times;
    if (q == &piece->startup)
        explain_say(x, depth, seconds, q, "startup %s, from %s on", explain_value(x, q),
                    format_bytes(a, piece->from.value));
    else if (seconds <= 0)
        return;
    else if (i >= price->receive_count && q != &piece->handshake && q != &piece->fetch)
        explain_say(x, depth, seconds, q, "its receiver hands over as much before, %s%s",
                    explain_value(x, q), q == &piece->send ? "" : " a byte");
    else if (q == &piece->per_hop)
        explain_say(x, depth, seconds, q, "%s × %s", format_plural(a, hops, "hop", "hops"),
                    explain_value(x, q));
    else if (q == &piece->latency_per_hop)
        explain_say(x, depth, seconds, q, "%s × latency %s", format_plural(a, hops, "hop", "hops"),
                    explain_value(x, q));
    else if (q == &piece->latency_per_byte)
        explain_say(x, depth, seconds, q, "%s × latency %s", format_bytes(a, bytes),
                    explain_value(x, q));
    else if (q == &piece->per_packet)
        explain_say(x, depth, seconds, q, "%s × %s",
                    format_plural(a, price->terms[i].times, "packet", "packets"),
                    explain_value(x, q));
    else if (q == &piece->send || q == &piece->receive)
        explain_say(x, depth, seconds, q, "the %s's processor %s",
                    q == &piece->send ? "sender" : "receiver", explain_value(x, q));
    else if (q == &piece->send_per_byte || q == &piece->receive_per_byte)
        explain_say(x, depth, seconds, q, "the %s's processor %s × %s",
                    q == &piece->send_per_byte ? "sender" : "receiver", format_bytes(a, bytes),
                    explain_value(x, q));
    else if (q == &piece->handshake || q == &piece->fetch)
        explain_say(x, depth, seconds, q, "once its receiver is there %s", explain_value(x, q));
    else if (q == &piece->latency)
        explain_say(x, depth, seconds, q, "latency %s", explain_value(x, q));
    else
        explain_say(x, depth, seconds, q, "%s × %s%s", format_bytes(a, bytes), explain_value(x, q),
                    q == &piece->per_byte ? "" : ", the network's at this distance");
}

/* The function of a message: of a library's, of the two that it may have the one that prices it. */
static message_function function_of(explainer *x, const comm_round *round, const incoming *m)
{
    const network *n = &x->r->est->network;
    const sag_communication *c = n->communication;
    const message_function own = sag_message_function(c, round->pattern, round->dims);
    if (!round->library)
        return sag_function_on(c, own, m->route);
    message_function f = {0};
    for (int waits = 0; waits < 2; waits++) {
        f = sag_function_on(c, library_function(x->ctx->arena, c, waits, round->library, own),
                            m->route);
        incoming so = network_message(n, f, false, m->bytes, m->route);
        if (so.occupancy == m->occupancy && so.send == m->send && so.latency == m->latency &&
            so.handshake == m->handshake && so.keeps_sender == m->keeps_sender)
            break;
    }
    return f;
}

static void say_price(explainer *x, int depth, const comm_round *round, const incoming *m)
{
    sag_price price = sag_price_message(function_of(x, round, m), m->bytes, m->route);
    if (m->share) {
        sag_price_share(&price, m->share);
        explain_say(x, depth, 0, m->share,
                    "both its neighbours along an axis of two are one processor: each part × %g",
                    m->share->value);
    }
    for (int i = 0; i < price.term_count; i++)
        say_term(x, depth, &price, i, m->bytes, m->route.hops);
}

/* A message of a round as one processor sees it. */
typedef struct seen {
    const incoming *message;
    bool is_sent;
} seen;

typedef VEC(seen) seen_vec;

/* What `rank` sends and receives, in the order of receivers. */
static seen_vec messages_of(explainer *x, const comm_round *round, int rank)
{
    seen_vec all = {0};
    for (int p = 0; p < x->r->procs; p++) {
        int role = round_role(round, p);
        for (int i = round->first[role]; i < round->first[role + 1]; i++) {
            seen one = {round_price_of(round, i), p + round->messages[i].from == rank};
            if (one.is_sent || p == rank)
                VEC_PUSH(x->ctx->arena, &all, one);
        }
    }
    return all;
}

static bool is_same_message(const seen *a, const seen *b)
{
    return a->message->bytes == b->message->bytes &&
           a->message->occupancy == b->message->occupancy &&
           a->message->latency == b->message->latency && a->is_sent == b->is_sent;
}

/* What it costs the processor that is looked at. */
static int128 message_part(const estimator *est, const seen *s)
{
    if (est->network.exchange != EXCHANGE_ADAPTER)
        return s->message->occupancy;
    return s->is_sent ? s->message->send : s->message->receive;
}

/* Messages of one direction, size and price together. */
static void say_messages(explainer *x, int depth, const comm_round *round, int rank)
{
    seen_vec all = messages_of(x, round, rank);
    const estimator *est = x->r->est;
    for (int i = 0; i < all.count; i++) {
        const incoming *m = all.data[i].message;
        int alike = 0;
        bool is_said = false;
        for (int k = 0; k < all.count; k++) {
            if (!is_same_message(&all.data[i], &all.data[k]))
                continue;
            is_said |= k < i;
            alike += (int)all.data[k].message->count;
        }
        if (is_said)
            continue;
        int128 each = message_part(est, &all.data[i]) / m->count;
        explain_say(x, depth, alike * seconds_of(each), NULL, "%s %s of %s, %s%s",
                    all.data[i].is_sent ? "sends" : "receives",
                    format_plural(x->ctx->arena, alike, "message", "messages"),
                    format_bytes(x->ctx->arena, m->bytes),
                    format_time(x->ctx->arena, seconds_of(each)), alike > 1 ? " each" : "");
        say_price(x, depth + 1, round, m);
    }
}

static void say_round(explainer *x, int depth, const comm_round *round, int rank)
{
    const estimator *est = x->r->est;
    const round_cost *me = round_cost_of(round, rank);
    if (!me)
        return;
    int64_t calls = me->sends + me->receives;
    if (round->is_whole) {
        explain_say(x, depth, seconds_of(round->whole_time), NULL,
                    "the collective's own function of its bytes");
        return;
    }
    say_messages(x, depth, round, rank);
    if (est->network.exchange == EXCHANGE_PUSHED)
        explain_say(x, depth, seconds_of(me->sent), NULL, "what it sends, one after the other");
    else if (est->network.exchange == EXCHANGE_ADAPTER)
        explain_say(x, depth, seconds_of(me->busy), NULL,
                    "its processor's part of what it sends, %s, and receives, %s; the rest of "
                    "their time, its adapter's and on the way, is waited for",
                    format_time(x->ctx->arena, seconds_of(me->sending)),
                    format_time(x->ctx->arena, seconds_of(me->receiving)));
    else
        explain_say(x, depth, seconds_of(me->sent > me->received ? me->sent : me->received), NULL,
                    "the larger of what it sends, %s, and receives, %s",
                    format_time(x->ctx->arena, seconds_of(me->sent)),
                    format_time(x->ctx->arena, seconds_of(me->received)));
    if (est->call_overhead.ticks)
        explain_say(x, depth, seconds_of(est->call_overhead.ticks * calls),
                    &est->machine->communication->call_overhead, "%s of call overhead, %s",
                    format_plural(x->ctx->arena, (double)calls, "message", "messages"),
                    explain_value(x, &est->machine->communication->call_overhead));
    if (me->copied > 0)
        explain_say(x, depth, seconds_of(me->packing + me->unpacking), NULL,
                    "%s copied to or from buffers: a load, a store and an iteration each, %s, "
                    "and the misses",
                    format_plural(x->ctx->arena, (double)me->copied, "element", "elements"),
                    format_time(x->ctx->arena, seconds_of(est->copy.ticks)));
    if (me->combine)
        explain_say(x, depth, seconds_of(me->combine), NULL, "combines what it received");
}

/* What the compiler's profile says of exchanges: words, which no table of values has. */
static void say_compiler(explainer *x, int depth)
{
    const estimator *est = x->r->est;
    const sag_compiler *compiler = est->machine->compiler;
    arena *a = x->ctx->arena;
    if (!compiler)
        return;
    const char *text = "";
    if (compiler->exchange_origin.source && est->network.exchange == compiler->exchange)
        text = arena_printf(a, "exchange %s (%s)", exchange_rule_name(compiler->exchange),
                            provenance_name(compiler->exchange_origin.from));
    if (compiler->packing == PACK_ALWAYS)
        text = arena_printf(a, "%s%spacking always (%s)", text, *text ? ", " : "",
                            provenance_name(compiler->packing_origin.from));
    if (compiler->messages != MESSAGES_VECTORS)
        text = arena_printf(a, "%s%smessages %s (%s)", text, *text ? ", " : "",
                            message_form_name(compiler->messages),
                            provenance_name(compiler->messages_origin.from));
    const sag_pattern_kind kind = schedule_kind(x->r, x->unit->comm).pattern;
    for (int k = 0; k < TOLD_PATTERN_COUNT; k++)
        if (compiler->way[k] != WAY_MESSAGES && sag_told_pattern((told_pattern)k) == kind)
            text = arena_printf(a, "%s%s%s %s (%s)", text, *text ? ", " : "",
                                sag_pattern_name(kind), pattern_way_name(compiler->way[k]),
                                provenance_name(compiler->way_origin[k].from));
    if (*text)
        explain_say(x, depth, -1, NULL, "by the compiler %s: %s", compiler->name, text);
}

/* What a wait costs depends on what came before it in each execution. */
static void explain_wait(explainer *x, int depth)
{
    const breakdown *time = &x->result->units[x->unit->id].time;
    explain_say(x, depth, -1, NULL, "%s", x->unit->comm->reason);
    if (time->communication > 0)
        explain_say(x, depth, time->communication, NULL,
                    "what it receives, beyond what it was occupied for when that started");
    if (time->overhead > 0)
        explain_say(x, depth, time->overhead, NULL, "copied from buffers, and calls");
    if (time->computation > 0)
        explain_say(x, depth, time->computation, NULL, "combines what it received");
    explain_say(x, depth, time->waiting, NULL, "until what comes last is there");
}

/* The first round of what only starts here; the wait has the rest. */
static void explain_start(explainer *x, int depth, const comm_round *round)
{
    const round_cost *me = round_cost_of(round, x->result->slowest);
    if (!me || round->is_whole)
        return;
    explain_say(x, depth, seconds_of(me->sending), NULL,
                "is occupied for sending here, and for the rest where it waits");
}

/* How the executions add up to more, or less, than as many times the one shown. */
static void explain_whole(explainer *x, int depth)
{
    const unit_cost *cost = &x->result->units[x->unit->id];
    const comm_cost *all = &x->result->comms[x->unit->comm->id];
    if (cost->count > 1 && !all->is_even)
        explain_say(x, depth, cost->time.communication, NULL,
                    "in all; above stands the last execution, and not all move as much");
    if (cost->time.waiting > 0)
        explain_say(x, depth, cost->time.waiting, NULL,
                    aag_pipeline_of(x->unit)
                        ? "waits for the processors before it in the pipeline, while it fills and "
                          "where they are slower"
                        : "waits for others to reach this, or for what they send");
}

/* What it is for: where several lines share it, which of them gets what. */
static void say_parts(explainer *x, int depth)
{
    const communication *c = x->unit->comm;
    if (c->reason)
        explain_say(x, depth, -1, NULL, "%s", c->reason);
    for (int i = 0; i < c->part_count && c->part_count > 1; i++)
        explain_say(x, depth, -1, NULL, "fetches %s of line %d (%s)", c->parts[i].references,
                    c->parts[i].where.line, comm_kind_name(c->parts[i].kind));
}

void explain_comm(explainer *x, int depth)
{
    run *r = x->r;
    if (x->unit->comm->kind == COMM_WAIT || x->unit->comm->kind == COMM_WAIT_POST) {
        explain_wait(x, depth);
        return;
    }
    const schedule *s = r->comms[x->unit->id].current;
    if (!s) {
        explain_say(x, depth, -1, NULL, "not the same in each execution");
        return;
    }
    if (!s->round_count) {
        explain_say(x, depth, 0, NULL, "nothing moves");
        return;
    }
    say_parts(x, depth);
    if (r->est->network.overlap > 0)
        explain_say(x, depth, -1, &r->est->machine->communication->overlap,
                    x->unit->comm->async ? "%g of each occupancy takes no processor's time"
                                         : "%g of each time is hidden by computation",
                    r->est->network.overlap);
    say_compiler(x, depth);
    for (int i = 0; i < s->round_count; i++) {
        if (s->round_count > 1)
            explain_say(x, depth, -1, NULL, "round %d of %d", i + 1, s->round_count);
        say_round(x, depth + (s->round_count > 1), &s->rounds[i], x->result->slowest);
    }
    if (x->unit->comm->async)
        explain_start(x, depth, &s->rounds[0]);
    explain_whole(x, depth);
}
