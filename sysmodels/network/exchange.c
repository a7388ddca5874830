#include "sysmodels/network/exchange.h"

#include "sysmodels/network/adapter.h"
#include "sysmodels/network/flows.h"
#include "sysmodels/network/one_each.h"
#include "sysmodels/network/parts.h"
#include "sysmodels/network/posted.h"
#include "sysmodels/network/pushed.h"
#include "sysmodels/network/whole.h"

void exchange_clocks_open(exchange_clocks *x, arena *memory, comparisons *compared, int places,
                          int clock_count)
{
    *x = (exchange_clocks){.memory = memory, .compared = compared, .places = places};
    x->enter = ARENA_ARRAY(memory, clock_count, int128);
    x->done = ARENA_ARRAY(memory, clock_count, int128);
}

void exchange_entered(exchange_rule rule, const comm_round *round, exchange_clocks *x, int side)
{
    if (round->is_whole) {
        whole_times(round, x, side);
        return;
    }
    if (round->parts) {
        parts_times(rule, round, x);
        return;
    }
    if ((round->senders || round->partner) && exchange_is_ordered(rule)) {
        one_each_times(rule, round, x, side);
        return;
    }
    switch (rule) {
    case EXCHANGE_POSTED:
    case EXCHANGE_PHASED:
        posted_times(round, x, side);
        break;
    case EXCHANGE_PUSHED:
        pushed_times(round, x, side);
        break;
    case EXCHANGE_ADAPTER:
        adapter_times(round, x);
        break;
    }
}

void exchange_times(exchange_rule rule, const comm_round *round, exchange_clocks *x,
                    const int128 *clock, int side)
{
    const round_cost *last = NULL; /* most members have the cost of the one before */
    int128 before = 0;
    for (int i = 0; i < round->member_count; i++) {
        const round_cost *c = round_member_cost(round, i);
        int p = side * x->places + round_place(round, i);
        before = c == last ? before : c->before;
        last = c;
        x->enter[p] = clock[p] + before;
    }
    if (x->flows)
        flows_begin(x, clock);
    exchange_entered(rule, round, x, side);
    if (x->flows && !round->flows && !x->flows->is_started)
        flows_note_waits(round, x);
}

bool exchange_is_ordered(exchange_rule rule)
{
    return rule == EXCHANGE_PUSHED || rule == EXCHANGE_ADAPTER;
}

void exchange_order(arena *a, const network *n, int procs, int axes, const int *extents,
                    const int *coords, comm_round *round)
{
    if (n->exchange == EXCHANGE_PUSHED)
        pushed_order(a, n->communication, procs, axes, extents, coords, round);
    if (n->exchange == EXCHANGE_ADAPTER)
        adapter_order(a, n->communication, procs, axes, extents, coords, round);
}
