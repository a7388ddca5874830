#include "sysmodels/network/contend.h"

#include <math.h>

#include "sysmodels/network/adapter.h"
#include "sysmodels/network/exchange.h"
#include "sysmodels/network/pushed.h"

/* The messages of a round as contenders, and what comes of it as prices. */

/* Does a processor put messages into the network that then pass a channel of their own? */
static bool has_channel(const network *n, const incoming *m)
{
    return n->exchange == EXCHANGE_PUSHED && m->passes > 0;
}

/* A message as it stands among those of its sender; `at`: what the sender has been kept for by
 * those before it, and then with it. Processors that do the adapter's work send one after another.
 */
static contender contender_of(const network *n, const incoming *m, int128 *at)
{
    double occupied = seconds_of(m->occupancy), moving = m->per_byte * m->bytes * (double)m->count;
    contender one = {.bytes = m->bytes * (double)m->count,
                     .fixed = fmax(0, occupied - moving),
                     .latency = seconds_of(m->latency),
                     .per_byte = m->per_byte};
    if (n->exchange == EXCHANGE_ADAPTER) {
        *at += m->send;
        one.ready = seconds_of(m->waits_for_receiver && m->handshake > *at ? m->handshake : *at);
        return one;
    }
    one.ready = seconds_of(*at);
    *at += m->occupancy;
    if (has_channel(n, m)) {
        one.ready = seconds_of(*at);
        one.fixed = 0;
        one.latency = seconds_of(m->latency - m->passes);
        one.per_byte = seconds_of(m->passes) / one.bytes;
    }
    return one;
}

/* The price of a message that is under way so long. */
static incoming shared_price(const network *n, const incoming *m, const contender *one)
{
    incoming price = *m;
    price.is_shared = true;
    price.flight = ticks_of(one->flight);
    price.alone = ticks_of(one->alone);
    if (n->exchange != EXCHANGE_PUSHED)
        return price;
    int128 alone = ticks_of(one->per_byte * one->bytes);
    if (price.flight > alone)
        price.latency += price.flight - alone;
    price.passes = 0;
    return price;
}

/* Who receives is busy with all that comes, and then waits for what is not in by then. */
static void note_arrival(round_cost *to, const incoming *alone, const contender *one)
{
    int128 busy = to->sent > to->received ? to->sent : to->received;
    int128 in = ticks_of(one->ready + one->fixed + one->flight);
    int128 latency = alone->latency + (in > busy ? in - busy : 0);
    if (latency > to->latency)
        to->latency = latency;
}

/* New prices, by what they are: messages of several classes may take as long. */
typedef struct price_table {
    arena *a, *scratch;
    const network *n;
    comm_round *round;
    int *number, room; /* of a price, and one; 0: free */
    int *kind;         /* by new price: the number of the one that it is made of */
    int before;        /* prices that there were */
} price_table;

static int *place_of_price(const price_table *t, const incoming *price, int kind)
{
    uint64_t at = ((uint64_t)price->flight * 0x9e3779b97f4a7c15u + (uint64_t)price->alone) *
                      0xbf58476d1ce4e5b9u +
                  (uint64_t)kind;
    for (at ^= at >> 29;; ++at) {
        int *number = &t->number[at & (uint64_t)(t->room - 1)];
        if (!*number)
            return number;
        const incoming *old = &t->round->prices.data[*number - 1];
        if (t->kind[*number - 1 - t->before] == kind && old->flight == price->flight &&
            old->alone == price->alone)
            return number;
    }
}

/* The number of a message's new price, and one. */
static int price_number(price_table *t, int kind, const contender *one)
{
    incoming price = shared_price(t->n, &t->round->prices.data[kind], one);
    int *number = place_of_price(t, &price, kind);
    if (!*number) {
        t->kind[t->round->prices.count - t->before] = kind;
        VEC_PUSH(t->a, &t->round->prices, price);
        *number = t->round->prices.count;
    }
    return *number;
}

static void set_prices(arena *a, arena *scratch, const network *n, comm_round *round,
                       const int *sequence, const contender *all, round_cost *costs)
{
    int count = round->message_count;
    int *number = ARENA_ARRAY(scratch, count, int); /* by class: of its price, and one */
    price_table table = {a, scratch, n, round, NULL, 16, NULL, round->prices.count};
    while (table.room < 2 * count)
        table.room *= 2;
    table.number = ARENA_ARRAY(scratch, table.room, int);
    table.kind = ARENA_ARRAY(scratch, count, int);
    delivery *messages = arena_copy(a, round->messages, (size_t)count * sizeof *messages);
    for (int i = 0; i < count; ++i) {
        delivery *d = &messages[sequence[i]];
        if (!number[all[i].class])
            number[all[i].class] = price_number(&table, d->price, &all[i]);
        d->price = number[all[i].class] - 1;
        if (n->exchange == EXCHANGE_POSTED || n->exchange == EXCHANGE_PHASED)
            note_arrival(&costs[all[i].to], &round->prices.data[d->price], &all[i]);
    }
    round->messages = messages;
}

void contend_round(arena *a, const network *n, int procs, int axes, const int *extents,
                   const int *coords, comm_round *round, round_cost *costs)
{
    contention c = {.communication = n->communication,
                    .procs = procs,
                    .has_ports = exchange_is_ordered(n->exchange),
                    .has_channels = n->exchange == EXCHANGE_PUSHED,
                    .axes = axes,
                    .extents = extents,
                    .coords = coords};
    arena *scratch = arena_new_under(a);
    int *first = ARENA_ARRAY(scratch, procs + 1, int);
    const int *sequence =
        round->outgoing ? round->outgoing : pushed_sequence(scratch, procs, round, first);
    int count = round->message_count = round->first[procs];
    contender *all = ARENA_ARRAY(scratch, count, contender);
    int *to = ARENA_ARRAY(scratch, count, int);
    for (int rank = 0; rank < procs; ++rank)
        for (int i = round->first[rank]; i < round->first[rank + 1]; ++i)
            to[i] = rank;
    int128 at = 0;
    for (int i = 0; i < count; ++i) {
        const delivery *d = &round->messages[sequence[i]];
        int sender = to[sequence[i]] + d->from;
        if (!i || all[i - 1].from != sender)
            at = 0;
        all[i] = contender_of(n, &round->prices.data[d->price], &at);
        all[i].from = sender;
        all[i].to = to[sequence[i]];
        all[i].kind = d->price;
        c.left = round->prices.data[d->price].left;
    }
    if (c.left > 0 && flows_are_followed(n, procs, count))
        round->flows = contend_flows(a, &c, count, all, sequence);
    if (round->flows && round->flows->most_links > FLOW_LINKS)
        round->flows = NULL;
    if (!round->flows && count && c.left > 0 && contend(scratch, &c, count, all)) {
        set_prices(a, scratch, n, round, sequence, all, costs);
        round->is_shared = true;
        if (n->exchange == EXCHANGE_ADAPTER)
            adapter_together(a, scratch, procs, round);
    }
    arena_free(scratch);
}

void contend_across(const network *n, const across *x, comm_round *round, round_cost *cost)
{
    incoming *m = &round->prices.data[0];
    int128 at = 0;
    contender one = contender_of(n, m, &at);
    double own = one.per_byte * one.bytes;
    one.alone = fmax(own, m->left * x->alone * one.bytes);
    one.flight = fmax(own, m->left * x->fullest * one.bytes);
    if (!(m->left > 0) || !(one.bytes > 0) || !(x->is_shared || one.alone > own))
        return;
    *m = shared_price(n, m, &one);
    round->is_shared = true;
    if (!exchange_is_ordered(n->exchange))
        note_arrival(cost, m, &one);
}
