#include "estimator/message/loggp.h"

#include <assert.h>

#include "estimator/message/exchange.h"
#include "estimator/message/push.h"
#include "estimator/message/round.h"
#include "estimator/run/run.h"

/* Exchanges of machines whose adapters read and write memory by themselves
 * (docs/model.md, "The exchange"): LogGP (Alexandrov, Ionescu, Schauser, Scheiman, SPAA
 * 1995), with an adapter of each processor's own that sends and receives at the same time,
 * as LogGOPSim has it (Hoefler, Schneider, Lumsdaine, HPDC 2010).
 *
 * A processor hands its messages to its adapter one after another, o_s each, in the order of
 * pushed ones. A message is ready when it has been handed over, and one with a handshake when
 * the receiver is there too. Packets of all messages under way share the ports of adapters, so
 * that one is in when both have had time for it and for what was ready before it: the sender's
 * for what that sends, the receiver's for what comes there. Its processor, when it has handed
 * over its own, takes up one message after another as they come in, o_r each. Who has sent a
 * message with a handshake goes on when it has come in.
 *
 * Queues are empty when an exchange begins. */

void adapter_close_cost(round_cost *c)
{
    c->busy = c->sending + c->receiving;
    c->left = c->receiving;
    c->latency = 0; /* of what comes: it passes while the processor stands still */
}

void adapter_order(run *r, arena *a, comm_round *round)
{
    int *first = ARENA_ARRAY(a, r->procs + 1, int);
    int *to = ARENA_ARRAY(a, round->first[r->procs], int);
    for (int rank = 0; rank < r->procs; rank++)
        for (int i = round->first[rank]; i < round->first[rank + 1]; i++)
            to[i] = rank;
    round->outgoing = push_sequence(r, a, round, first);
    round->outgoing_first = first;
    round->to = to;
}

static int128 later(run *r, int128 a, int128 b)
{
    return trace_compare(&r->clock_trace, a, b) >= 0 ? a : b;
}

/* Adds message `number` of the round behind those that do not come later. */
static void enqueue(run *r, int count, int number, int128 at)
{
    queued_message *q = r->adapter.queue;
    int k = count;
    for (; k > 0 && trace_compare(&r->clock_trace, q[k - 1].at, at) > 0; k--)
        q[k] = q[k - 1];
    q[k] = (queued_message){number, at};
}

/* What a processor sends: when each message is ready, and when its adapter would have brought
 * it, were no other under way to its receiver. */
static void send_all(run *r, const comm_round *round, int rank)
{
    queued_message *q = r->adapter.queue;
    int begin = round->outgoing_first[rank], end = round->outgoing_first[rank + 1], count = 0;
    int128 at = r->enter[rank], port = at;
    for (int i = begin; i < end; i++) {
        int number = round->outgoing[i];
        const incoming *m = &round->incoming[number];
        at += m->send;
        int128 ready = at;
        if (m->waits_for_receiver)
            ready = later(r, at, r->enter[round->to[number]] + m->handshake);
        r->adapter.ready[number] = ready;
        enqueue(r, count++, number, ready);
    }
    for (int i = 0; i < count; i++) {
        const incoming *m = &round->incoming[q[i].message];
        port = later(r, port, q[i].at) + m->occupancy;
        r->adapter.there[q[i].message] = port + m->latency;
    }
}

/* When what comes to a processor is in, and when it has taken up all of it. */
static void receive_all(run *r, const comm_round *round, int rank)
{
    queued_message *q = r->adapter.queue;
    int begin = round->first[rank], count = round->first[rank + 1] - begin;
    for (int i = 0; i < count; i++)
        enqueue(r, i, begin + i, r->adapter.ready[begin + i] + round->incoming[begin + i].latency);
    int128 port = 0, at = r->done[rank];
    for (int i = 0; i < count; i++) {
        int128 *there = &r->adapter.there[q[i].message];
        port = i ? later(r, port, q[i].at) : q[i].at;
        port += round->incoming[q[i].message].occupancy;
        *there = later(r, *there, port);
    }
    for (int i = 0; i < count; i++)
        enqueue(r, i, begin + i, r->adapter.there[begin + i]);
    for (int i = 0; i < count; i++)
        at = later(r, at, q[i].at) + round->incoming[q[i].message].receive;
    r->done[rank] = at;
}

static void make_room(run *r, int count)
{
    if (count <= r->adapter.capacity)
        return;
    r->adapter.capacity = 2 * count;
    r->adapter.queue = ARENA_ARRAY(r->scratch, r->adapter.capacity, queued_message);
    r->adapter.ready = ARENA_ARRAY(r->scratch, r->adapter.capacity, int128);
    r->adapter.there = ARENA_ARRAY(r->scratch, r->adapter.capacity, int128);
}

void adapter_meet(run *r, const comm_round *round)
{
    assert(round->outgoing && !r->merged); /* places are ranks */
    make_room(r, round->first[r->procs]);
    for (int i = 0; i < round->member_count; i++) {
        int rank = exchange_place(round, i);
        r->done[rank] = r->enter[rank] + exchange_cost(round, i)->sending;
        send_all(r, round, rank);
    }
    for (int i = 0; i < round->member_count; i++)
        receive_all(r, round, exchange_place(round, i));
    for (int i = 0; i < round->first[r->procs]; i++) {
        int from = round->to[i] + round->incoming[i].from;
        if (round->incoming[i].waits_for_receiver)
            r->done[from] = later(r, r->done[from], r->adapter.there[i]);
    }
}
