#include "sysmodels/network/one_each.h"

#include <assert.h>

#include "sysmodels/network/adapter.h"
#include "sysmodels/network/inbox.h"

/* When it is with its receiver that became ready then. */
static int128 there_at(const incoming *m, int128 ready)
{
    return ready + adapter_keeps(m) + m->latency + (m->is_shared ? m->flight : 0);
}

/* A message from who enters at `from` to who enters at `to`. */
static int128 ready_at(exchange_clocks *x, const incoming *m, int128 from, int128 to)
{
    int128 ready = from + m->send;
    return m->waits_for_receiver ? clocks_later(x->compared, ready, to + m->handshake) : ready;
}

/* As adapter.h has it: it hands over its message, takes up the other, and stays until its own is
 * there if that has a handshake. */
static int128 by_adapter(exchange_clocks *x, const incoming *m, int128 own, int128 other)
{
    int128 there = there_at(m, ready_at(x, m, other, own));
    int128 end = clocks_later(x->compared, own + m->send, there) + m->receive;
    if (!m->keeps_sender)
        return end;
    return clocks_later(x->compared, end, there_at(m, ready_at(x, m, own, other)));
}

/* As pushed.h has it. */
static int128 by_pushing(exchange_clocks *x, const incoming *m, int128 own, int128 other)
{
    return clocks_later(x->compared, own + m->occupancy, other + m->occupancy + m->latency);
}

/* The same where each has a partner, and nobody waits for a receiver: the later of what it does
 * itself and of what comes, each so long after the two have entered. */
static void partner_times(exchange_rule rule, const comm_round *round, exchange_clocks *x)
{
    const incoming *m = round_price_of(round, 0);
    const bool is_adapter = rule == EXCHANGE_ADAPTER;
    const int128 alone = is_adapter ? m->send : m->occupancy;
    const int128 comes = is_adapter ? there_at(m, m->send) : m->occupancy + m->latency;
    const int128 after = is_adapter ? m->receive : 0;
    uint64_t signs = x->compared->signs;
    for (int p = 0; p < round->member_count; p++) {
        int128 own = x->enter[p] + alone, there = x->enter[round->partner[p]] + comes;
        int sign = clocks_compare_with(x->compared, &signs, own, there);
        x->done[p] = (sign >= 0 ? own : there) + after;
    }
    x->compared->signs = signs;
}

void one_each_times(exchange_rule rule, const comm_round *round, exchange_clocks *x, int side)
{
    assert((round->senders || round->partner) && exchange_is_ordered(rule));
    if (round->partner && !round->members && !side &&
        !round_price_of(round, 0)->waits_for_receiver) {
        partner_times(rule, round, x);
        return;
    }
    if (round->senders)
        inbox_find_posted(x, round, side);
    for (int i = 0; i < round->member_count; i++) {
        inbox in = inbox_of(x, round, round_place(round, i), side);
        const incoming *m = round_price_of(round, in.first);
        int128 other = inbox_posted_at(x, &in, in.first);
        assert(in.count == 1);
        x->done[side * x->places + in.place] = rule == EXCHANGE_ADAPTER
                                                   ? by_adapter(x, m, in.own, other)
                                                   : by_pushing(x, m, in.own, other);
    }
}
