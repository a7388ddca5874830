#include <string.h>

#include "estimator/internal.h"
#include "support/format.h"

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
    else if (q == &piece->per_hop)
        explain_say(x, depth, seconds, q, "%s × %s", format_plural(a, hops, "hop", "hops"),
                    explain_value(x, q));
    else if (q == &piece->latency_per_hop)
        explain_say(x, depth, seconds, q, "%s × latency %s", format_plural(a, hops, "hop", "hops"),
                    explain_value(x, q));
    else if (q == &piece->per_packet)
        explain_say(x, depth, seconds, q, "%s × %s",
                    format_plural(a, price->terms[i].times, "packet", "packets"),
                    explain_value(x, q));
    else if (q == &piece->latency)
        explain_say(x, depth, seconds, q, "latency %s", explain_value(x, q));
    else
        explain_say(x, depth, seconds, q, "%s × %s%s", format_bytes(a, bytes), explain_value(x, q),
                    q == &piece->per_byte ? "" : ", the network's at this distance");
}

static void say_price(explainer *x, int depth, const round_message *m)
{
    sag_price price = schedule_price(x->r, m);
    for (int i = 0; i < price.term_count; i++)
        say_term(x, depth, &price, i, m->bytes, m->route.hops);
}

static bool is_same_message(const round_message *a, const round_message *b, int rank)
{
    return a->bytes == b->bytes && a->occupancy == b->occupancy && a->latency == b->latency &&
           (a->sender == rank) == (b->sender == rank);
}

/* Messages of one direction, size and price together. */
static void say_messages(explainer *x, int depth, const comm_round *round, int rank)
{
    for (int i = 0; i < round->message_count; i++) {
        const round_message *m = &round->messages[i];
        if (m->sender != rank && m->receiver != rank)
            continue;
        int alike = 0;
        bool is_said = false;
        for (int k = 0; k < round->message_count; k++) {
            const round_message *other = &round->messages[k];
            if ((other->sender != rank && other->receiver != rank) ||
                !is_same_message(m, other, rank))
                continue;
            is_said |= k < i;
            alike++;
        }
        if (is_said)
            continue;
        bool sends = m->sender == rank;
        explain_say(x, depth, alike * seconds_of(m->occupancy), NULL, "%s %s of %s, %s each",
                    sends ? "sends" : "receives",
                    format_plural(x->ctx->arena, alike, "message", "messages"),
                    format_bytes(x->ctx->arena, m->bytes),
                    format_time(x->ctx->arena, seconds_of(m->occupancy)));
        say_price(x, depth + 1, m);
    }
}

static void say_round(explainer *x, int depth, const comm_round *round, int rank)
{
    const estimator *est = x->r->est;
    const round_member *me = NULL;
    for (int i = 0; i < round->member_count; i++)
        if (round->members[i].rank == rank)
            me = &round->members[i];
    if (!me)
        return;
    if (round->is_pattern) {
        explain_say(x, depth, seconds_of(round->pattern_time), NULL,
                    "the collective's own function of its bytes");
        return;
    }
    say_messages(x, depth, round, rank);
    explain_say(x, depth, seconds_of(me->sent > me->received ? me->sent : me->received), NULL,
                "the larger of what it sends, %s, and receives, %s",
                format_time(x->ctx->arena, seconds_of(me->sent)),
                format_time(x->ctx->arena, seconds_of(me->received)));
    if (est->call_overhead.ticks)
        explain_say(x, depth, seconds_of(est->call_overhead.ticks * me->calls),
                    &est->machine->communication->call_overhead, "%s of call overhead, %s",
                    format_plural(x->ctx->arena, me->calls, "message", "messages"),
                    explain_value(x, &est->machine->communication->call_overhead));
    if (me->copied > 0)
        explain_say(x, depth, seconds_of(me->packing + me->unpacking), NULL,
                    "%s copied to and from buffers: a load, a store and an iteration each, %s, "
                    "and the misses",
                    format_plural(x->ctx->arena, (double)me->copied, "element", "elements"),
                    format_time(x->ctx->arena, seconds_of(est->copy.ticks)));
    if (me->combine)
        explain_say(x, depth, seconds_of(me->combine), NULL, "combines what it received");
}

void explain_comm(explainer *x, int depth)
{
    run *r = x->r;
    const schedule *s = r->comms[x->unit->id].current;
    if (!s) {
        explain_say(x, depth, -1, NULL, "not the same in each execution");
        return;
    }
    if (!s->round_count) {
        explain_say(x, depth, 0, NULL, "nothing moves");
        return;
    }
    if (x->unit->comm->reason)
        explain_say(x, depth, -1, NULL, "%s", x->unit->comm->reason);
    if (r->est->overlap > 0)
        explain_say(x, depth, -1, &r->est->machine->communication->overlap,
                    "%g of each time is hidden by computation", r->est->overlap);
    for (int i = 0; i < s->round_count; i++) {
        if (s->round_count > 1)
            explain_say(x, depth, -1, NULL, "round %d of %d", i + 1, s->round_count);
        say_round(x, depth + (s->round_count > 1), &s->rounds[i], x->result->slowest);
    }
}
