#include "sysmodels/network/adapter.h"

#include <assert.h>
#include <string.h>

#include "support/sort.h"
#include "sysmodels/network/alike.h"
#include "sysmodels/network/flows.h"
#include "sysmodels/network/pushed.h"
#include "sysmodels/network/steps.h"

void adapter_close_cost(round_cost *c)
{
    c->busy = c->sending + c->receiving;
    c->left = c->receiving;
    c->latency = 0; /* of what comes: it passes while the processor stands still */
}

/* The ports that messages pass, where a node has more than one; processors in no order have one. */
static void find_ports(arena *a, const sag_communication *c, int procs, int axes,
                       const int *extents, const int *coords, comm_round *round)
{
    if (!c->ports.is_set || c->ports.value < 2 || !coords)
        return;
    int *out = ARENA_ARRAY(a, round->first[procs], int);
    int *in = ARENA_ARRAY(a, round->first[procs], int);
    for (int rank = 0; rank < procs; rank++)
        for (int i = round->first[rank]; i < round->first[rank + 1]; i++) {
            const int *from = coords + (rank + round->messages[i].from) * axes;
            out[i] = adapter_port(sag_channel_out(c, axes, extents, from, coords + rank * axes));
            in[i] = adapter_port(sag_channel(c, axes, extents, from, coords + rank * axes));
        }
    round->port_out = out;
    round->port_in = in;
}

/* Messages of the member that sends or receives most. */
static int longest_queue(int procs, const comm_round *round)
{
    int longest = 0;
    for (int rank = 0; rank < procs; rank++) {
        int in = round->first[rank + 1] - round->first[rank];
        int out = round->outgoing_first[rank + 1] - round->outgoing_first[rank];
        longest = in > longest ? in : longest;
        longest = out > longest ? out : longest;
    }
    return longest;
}

void adapter_order(arena *a, const sag_communication *c, int procs, int axes, const int *extents,
                   const int *coords, comm_round *round)
{
    int *first = ARENA_ARRAY(a, procs + 1, int);
    int *to = ARENA_ARRAY(a, round->first[procs], int);
    for (int rank = 0; rank < procs; rank++)
        for (int i = round->first[rank]; i < round->first[rank + 1]; i++)
            to[i] = rank;
    round->outgoing = pushed_sequence(a, procs, round, first);
    round->outgoing_first = first;
    round->to = to;
    round->longest = longest_queue(procs, round);
    for (int i = 0; i < round->prices.count; i++)
        round->has_handshakes |= round->prices.data[i].waits_for_receiver;
    find_ports(a, c, procs, axes, extents, coords, round);
    steps_find_ways(a, c, procs, axes, extents, coords, round);
}

/* Those of a queue from `begin` on in the order of their times; those of equal times stay as they
 * are. */
static void insert_each(exchange_clocks *x, int begin, int end)
{
    queued_message *q = x->adapter.queue;
    for (int i = begin + 1; i < end; i++) {
        queued_message one = q[i];
        int k = i;
        for (; k > begin && clocks_compare(x->compared, q[k - 1].at, one.at) > 0; k--)
            q[k] = q[k - 1];
        q[k] = one;
    }
}

/* Two stretches that are in order, one after the other, become one. */
static void merge(exchange_clocks *x, int begin, int middle, int end)
{
    queued_message *q = x->adapter.queue, *left = x->adapter.spare;
    int count = middle - begin, next = 0;
    if (clocks_compare(x->compared, q[middle - 1].at, q[middle].at) <= 0)
        return;
    memcpy(left, q + begin, (size_t)count * sizeof *left);
    for (int to = begin; next < count; to++)
        q[to] = middle < end && clocks_compare(x->compared, left[next].at, q[middle].at) > 0
                    ? q[middle++]
                    : left[next++];
}

/* Puts a queue in order. Most have a few messages. */
static void sort_queue(exchange_clocks *x, int count)
{
    enum { FEW = 16 };
    for (int begin = 0; begin < count; begin += FEW)
        insert_each(x, begin, begin + FEW < count ? begin + FEW : count);
    for (int half = FEW; half < count; half *= 2)
        for (int begin = 0; begin + half < count; begin += 2 * half)
            merge(x, begin, begin + half, begin + 2 * half < count ? begin + 2 * half : count);
}

/* When the ports of the messages of a queue have worked through what is there by then: they are
 * free when what came before is through. */
static void find_until(exchange_clocks *x, const comm_round *round, int count, const int *port,
                       bool is_out)
{
    const queued_message *q = x->adapter.queue;
    int128 *end = x->adapter.end, until[SAG_CHANNELS];
    int last[SAG_CHANNELS] = {0}; /* of each port, and one */
    for (int i = 0; i < count; i++) {
        int k = port ? port[q[i].message] : 0, before = last[k];
        bool is_first = !before || clocks_compare(x->compared, q[i].at, end[before - 1]) >= 0;
        end[i] =
            (is_first ? q[i].at : end[before - 1]) + round_price_of(round, q[i].message)->occupancy;
        x->adapter.is_first[i] = is_first;
        last[k] = i + 1;
    }
    for (int i = count - 1; i >= 0; i--) {
        int k = port ? port[q[i].message] : 0;
        int128 *its = &x->adapter.until[q[i].message];
        if (last[k]) /* of the ones before it the last one */
            until[k] = end[i];
        last[k] = x->adapter.is_first[i];
        *its = is_out ? until[k] + round_price_of(round, q[i].message)->latency
                      : clocks_later(x->compared, *its, until[k]);
    }
}

/* Takes off what a message has less to wait for than if all had entered together. */
static void come_earlier(exchange_clocks *x, const comm_round *round, int message)
{
    const incoming *m = round_price_of(round, message);
    int128 *there = &x->adapter.there[message], ready = x->adapter.ready[message];
    int128 together = ready + round->together[message], until = x->adapter.until[message];
    if (clocks_compare(x->compared, until, together) < 0)
        *there =
            clocks_later(x->compared, *there - (together - until), ready + m->latency + m->alone);
}

/* What a processor sends: when each message is ready, and when its adapter would have delivered
 * it, were no other under way to its receiver. */
static void send_all(exchange_clocks *x, const comm_round *round, int rank)
{
    queued_message *q = x->adapter.queue;
    int begin = round->outgoing_first[rank], end = round->outgoing_first[rank + 1], count = 0;
    int128 at = x->enter[rank], port[SAG_CHANNELS];
    for (int i = begin; i < end; i++) {
        int number = round->outgoing[i];
        const incoming *m = round_price_of(round, number);
        at += m->send;
        int128 ready = at;
        if (m->waits_for_receiver)
            ready = clocks_later(x->compared, at, x->enter[round->to[number]] + m->handshake);
        x->adapter.ready[number] = ready;
        q[count++] = (queued_message){number, ready};
    }
    sort_queue(x, count);
    if (round->is_shared)
        find_until(x, round, count, round->port_out, true);
    for (int k = 0; k < (round->port_out ? SAG_CHANNELS : 1); k++)
        port[k] = x->enter[rank];
    for (int i = 0; i < count; i++) {
        const incoming *m = round_price_of(round, q[i].message);
        int k = round->port_out ? round->port_out[q[i].message] : 0;
        int128 begins = steps_begin(x, round, true, rank, q[i].message, q[i].at);
        port[k] = clocks_later(x->compared, port[k], begins) + adapter_keeps(m);
        x->adapter.there[q[i].message] = port[k] + m->latency + (m->is_shared ? m->flight : 0);
    }
    for (int i = 0; i < count; i++)
        steps_keep(x, round, true, rank, q[i].message,
                   x->adapter.there[q[i].message] - round_price_of(round, q[i].message)->latency);
}

/* Where ports are links: what comes to a processor is in no earlier than after what steps before
 * have sent it, and its own time at the port. */
static void follow_steps(exchange_clocks *x, const comm_round *round, int rank)
{
    for (int i = round->first[rank]; i < round->first[rank + 1]; i++) {
        int128 *there = &x->adapter.there[i], keeps = round_price_of(round, i)->occupancy;
        *there = steps_begin(x, round, false, rank, i, *there - keeps) + keeps;
    }
}

/* When what comes to a processor is in, and when it has taken up all of it. */
static void receive_all(exchange_clocks *x, const comm_round *round, int rank)
{
    queued_message *q = x->adapter.queue;
    int begin = round->first[rank], count = round->first[rank + 1] - begin;
    for (int i = 0; i < count; i++)
        q[i] = (queued_message){begin + i, x->adapter.ready[begin + i] +
                                               round_price_of(round, begin + i)->latency};
    sort_queue(x, count);
    int128 port[SAG_CHANNELS], at = x->done[rank];
    bool is_used[SAG_CHANNELS] = {false};
    if (round->is_shared)
        find_until(x, round, count, round->port_in, false);
    for (int i = 0; i < count && round->together; i++)
        come_earlier(x, round, begin + i);
    for (int i = 0; i < count && !round->is_shared; i++) {
        int128 *there = &x->adapter.there[q[i].message];
        int k = round->port_in ? round->port_in[q[i].message] : 0;
        int128 begins = steps_begin(x, round, false, rank, q[i].message, q[i].at);
        port[k] = is_used[k] ? clocks_later(x->compared, port[k], begins) : begins;
        is_used[k] = true;
        port[k] += round_price_of(round, q[i].message)->occupancy;
        *there = clocks_later(x->compared, *there, port[k]);
    }
    if (round->is_shared)
        follow_steps(x, round, rank);
    for (int i = 0; i < count; i++) {
        int k = round->port_in ? round->port_in[q[i].message] : 0;
        steps_keep(x, round, false, rank, q[i].message,
                   round->is_shared ? x->adapter.there[q[i].message] : port[k]);
    }
    for (int i = 0; i < count; i++)
        q[i] = (queued_message){begin + i, x->adapter.there[begin + i]};
    sort_queue(x, count);
    for (int i = 0; i < count; i++)
        at = clocks_later(x->compared, at, q[i].at) + round_price_of(round, q[i].message)->receive;
    x->done[rank] = at;
}

static void make_room(exchange_clocks *x, const comm_round *round)
{
    int count = round->first[x->places], longest = round->longest;
    if (count > x->adapter.capacity) {
        x->adapter.capacity = count + count / 2;
        x->adapter.ready = ARENA_ARRAY(x->memory, x->adapter.capacity, int128);
        x->adapter.there = ARENA_ARRAY(x->memory, x->adapter.capacity, int128);
        x->adapter.until = NULL;
    }
    if (round->is_shared && !x->adapter.until)
        x->adapter.until = ARENA_ARRAY(x->memory, x->adapter.capacity, int128);
    if (longest <= x->adapter.longest)
        return;
    x->adapter.longest = 2 * longest;
    x->adapter.queue = ARENA_ARRAY(x->memory, x->adapter.longest, queued_message);
    x->adapter.spare = ARENA_ARRAY(x->memory, x->adapter.longest, queued_message);
    x->adapter.end = ARENA_ARRAY(x->memory, x->adapter.longest, int128);
    x->adapter.is_first = ARENA_ARRAY(x->memory, x->adapter.longest, bool);
}

static int by_time(const void *x, const void *y)
{
    const queued_message *a = x, *b = y;
    return (a->at > b->at) - (a->at < b->at);
}

void adapter_together(arena *a, arena *scratch, int procs, comm_round *round)
{
    int count = round->first[procs];
    comparisons unrecorded = comparisons_unrecorded();
    exchange_clocks x;
    int128 *together = ARENA_ARRAY(a, count, int128);
    exchange_clocks_open(&x, scratch, &unrecorded, procs, procs); /* all enter at 0 */
    round->together = together;
    if (round->longest == 1) { /* ports are free for each */
        for (int i = 0; i < count; i++) {
            const incoming *m = round_price_of(round, i);
            together[i] = m->occupancy + m->latency;
        }
        return;
    }
    make_room(&x, round);
    for (int rank = 0; rank < procs; rank++)
        send_all(&x, round, rank);
    for (int rank = 0; rank < procs; rank++) {
        int begin = round->first[rank], end = round->first[rank + 1];
        for (int i = begin; i < end; i++)
            x.adapter.queue[i - begin] =
                (queued_message){i, x.adapter.ready[i] + round_price_of(round, i)->latency};
        sort_items(x.adapter.queue, (size_t)(end - begin), sizeof *x.adapter.queue, by_time);
        find_until(&x, round, end - begin, round->port_in, false);
    }
    for (int i = 0; i < count; i++)
        together[i] = x.adapter.until[i] - x.adapter.ready[i];
}

/* What comes to a processor, after what those who send it have done: each once. */
static void take_in(exchange_clocks *x, const comm_round *round, int rank)
{
    if (x->adapter.has_received[rank])
        return;
    for (int i = round->first[rank]; i < round->first[rank + 1]; i++) {
        int sender = rank + round->messages[i].from;
        if (!x->adapter.has_sent[sender])
            send_all(x, round, sender);
        x->adapter.has_sent[sender] = true;
    }
    receive_all(x, round, rank);
    x->adapter.has_received[rank] = true;
}

static void make_marks(exchange_clocks *x)
{
    if (x->adapter.has_sent)
        return;
    x->adapter.has_sent = ARENA_ARRAY(x->memory, x->places, bool);
    x->adapter.has_received = ARENA_ARRAY(x->memory, x->places, bool);
}

static void begin_round(exchange_clocks *x, const comm_round *round, const int *as)
{
    make_marks(x);
    memset(x->adapter.has_sent, 0, (size_t)x->places * sizeof *x->adapter.has_sent);
    memset(x->adapter.has_received, 0, (size_t)x->places * sizeof *x->adapter.has_received);
    for (int i = 0; i < round->member_count; i++) {
        int rank = round_place(round, i);
        if (!as || as[i] != ALIKE_MOVED)
            x->done[rank] = x->enter[rank] + round_member_cost(round, i)->sending;
    }
}

/* Who sends a message with a handshake is kept until it is there. */
static void take_in_where_kept(exchange_clocks *x, const comm_round *round, int rank)
{
    for (int k = round->outgoing_first[rank]; k < round->outgoing_first[rank + 1]; k++)
        if (round_price_of(round, round->outgoing[k])->keeps_sender)
            take_in(x, round, round->to[round->outgoing[k]]);
}

static void wait_where_kept(exchange_clocks *x, const comm_round *round, int rank)
{
    for (int k = round->outgoing_first[rank]; k < round->outgoing_first[rank + 1]; k++) {
        int i = round->outgoing[k];
        if (round_price_of(round, i)->keeps_sender)
            x->done[rank] = clocks_later(x->compared, x->done[rank], x->adapter.there[i]);
    }
}

void adapter_times(const comm_round *round, exchange_clocks *x)
{
    assert(round->outgoing && !round->senders); /* places are ranks */
    make_room(x, round);
    if (round->flows && x->flows) {
        flows_times(round, x);
        return;
    }
    const int *as = steps_are_followed(x, round) ? NULL : alike_find(x, round);
    begin_round(x, round, as);
    for (int i = 0; i < round->member_count; i++) {
        int rank = round_place(round, i);
        if (as && as[i] != rank)
            continue;
        take_in(x, round, rank);
        if (round->has_handshakes)
            take_in_where_kept(x, round, rank);
    }
    for (int i = 0; i < round->member_count; i++) {
        int rank = round_place(round, i);
        if (as && as[i] == ALIKE_MOVED)
            continue;
        if (as && as[i] != rank)
            x->done[rank] = x->done[as[i]];
        else if (round->has_handshakes)
            wait_where_kept(x, round, rank);
    }
    alike_keep(x, round, as);
}

void adapter_again(const comm_round *round, exchange_clocks *x, const followed_place *those,
                   int count)
{
    assert(round->outgoing && !round->has_handshakes);
    make_room(x, round);
    make_marks(x);
    for (int k = 0; k < count; k++) {
        int rank = those[k].place;
        x->done[rank] = x->enter[rank] + those[k].cost->sending;
        take_in(x, round, rank);
    }
    for (int k = 0; k < count; k++) { /* as they were before */
        int rank = those[k].place;
        x->adapter.has_received[rank] = false;
        for (int i = round->first[rank]; i < round->first[rank + 1]; i++)
            x->adapter.has_sent[rank + round->messages[i].from] = false;
    }
}
