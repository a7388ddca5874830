#include "sysmodels/network/flows.h"

#include <string.h>

#include "sysmodels/network/adapter.h"

/* A round on what is under way. */

/* For how long a message keeps its sender's port before its bytes go. */
static int128 fixed_part(const incoming *m)
{
    const int128 moving = ticks_of(m->per_byte * m->bytes);
    return m->occupancy > moving ? m->occupancy - moving : 0;
}

static int128 enters(const exchange_clocks *x, int rank)
{
    return x->enter[rank] + x->flows->late[rank];
}

static void insert(queued_message *q, int at, queued_message one)
{
    for (; at > 0 && q[at - 1].at > one.at; at--)
        q[at] = q[at - 1];
    q[at] = one;
}

/* When the bytes of a processor's messages are there to go: its port takes what is fixed of one
 * after another, in the order in which they are ready. */
static void begin_sent(exchange_clocks *x, const comm_round *round, int rank)
{
    queued_message *q = x->adapter.queue;
    int count = 0;
    int128 at = enters(x, rank), port = at;
    for (int k = round->outgoing_first[rank]; k < round->outgoing_first[rank + 1]; k++) {
        const int number = round->outgoing[k];
        const incoming *m = round_price_of(round, number);
        at += m->send;
        const int128 asked =
            m->waits_for_receiver ? enters(x, round->to[number]) + m->handshake : at - FLOW_ANY;
        const int128 ready = asked > at ? asked : at;
        x->flows->sender[number].gap = ready - at;
        x->flows->receiver[number].gap = ready - asked;
        insert(q, count++, (queued_message){number, ready});
    }
    for (int i = 0; i < count; i++) {
        const incoming *m = round_price_of(round, q[i].message);
        port = (port > q[i].at ? port : q[i].at) + fixed_part(m);
        x->flows->begin[q[i].message] = port + m->latency - x->flows->base;
    }
}

/* Those who are late send later, which makes others less late. */
static void follow_all(exchange_clocks *x, const comm_round *round)
{
    enum { TIMES = 6 };
    flows_late_begin(x->flows);
    for (int time = 0; time < TIMES; time++) {
        for (int i = 0; i < round->member_count; i++)
            begin_sent(x, round, round_place(round, i));
        flows_follow(x, round);
        if (!flows_late_find(x))
            return;
    }
}

/* Takes up what comes to a processor, in the order in which it is in. */
static void receive_all(exchange_clocks *x, const comm_round *round, int rank, int128 *end)
{
    flow_state *f = x->flows;
    queued_message *q = x->adapter.queue;
    const int first = round->first[rank], count = round->first[rank + 1] - first;
    const int128 sent = x->done[rank];
    int128 at = sent;
    for (int i = 0; i < count; i++)
        insert(q, i, (queued_message){first + i, f->base + end[first + i]});
    for (int i = 0; i < count; i++)
        at = (at > q[i].at ? at : q[i].at) + round_price_of(round, q[i].message)->receive;
    for (int k = round->outgoing_first[rank]; k < round->outgoing_first[rank + 1]; k++) {
        const int number = round->outgoing[k];
        if (round_price_of(round, number)->keeps_sender && f->base + end[number] > at)
            at = f->base + end[number];
    }
    x->done[rank] = at;
    for (int k = round->outgoing_first[rank]; k < round->outgoing_first[rank + 1]; k++) {
        const int number = round->outgoing[k];
        const bool keeps = round_price_of(round, number)->keeps_sender && !f->is_started;
        f->sender_margin[number] = keeps ? at - f->base - end[number] : FLOW_ANY;
    }
    for (int i = count - 1; i >= 0; i--) {
        at -= round_price_of(round, q[i].message)->receive;
        f->margin[q[i].message] = f->is_started ? FLOW_ANY : at - q[i].at;
    }
    f->waited[rank] = f->is_started ? 0 : at - sent;
}

void flows_times(const comm_round *round, exchange_clocks *x)
{
    flow_state *f = x->flows;
    x->compared->is_rounded = true;
    flows_advance(x);
    follow_all(x, round);
    flows_late_note(f);
    memset(f->waited, 0, (size_t)x->places * sizeof *f->waited);
    for (int i = 0; i < round->member_count; i++) {
        const int rank = round_place(round, i);
        x->enter[rank] += f->late[rank];
        x->done[rank] = x->enter[rank] + round_member_cost(round, i)->sending;
        receive_all(x, round, rank, f->end + f->count);
    }
    flows_add_waits(f);
    flows_keep(x, round);
    f->round++;
}
