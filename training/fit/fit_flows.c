#include "sysmodels/network/contend.h"
#include "training/fit/fit_clocks.h"

/* Messages that are still in a port when the next round puts others there: as estimates follow
 * them (sysmodels/network/flows.h), in ticks. */

struct fit_flows {
    network network;
    comparisons unrecorded;
    exchange_clocks x;
    int *coords;
    int128 *clock;
};

static network network_of(const sag_communication *c)
{
    return (network){
        .communication = c, .exchange = c->exchange, .call = ticks_of(c->call_overhead.value)};
}

bool clocks_have_flows(const fit_network *of, int ranks)
{
    const network n = network_of(of->communication);
    return !of->has_empty_ports && flows_are_followed(&n, ranks, 0);
}

void clocks_follow_flows(simulation *s)
{
    if (!clocks_have_flows(s->network, s->ranks))
        return;
    struct fit_flows *f = s->flows = ARENA_NEW(s->a, struct fit_flows);
    f->network = network_of(s->network->communication);
    f->unrecorded = comparisons_unrecorded();
    f->coords = ARENA_ARRAY(s->a, s->ranks * s->dims + 1, int);
    f->clock = ARENA_ARRAY(s->a, s->ranks, int128);
    for (int r = 0; r < s->ranks; r++)
        clocks_place(s, r, f->coords + r * s->dims);
    exchange_clocks_open(&f->x, s->a, &f->unrecorded, s->ranks, s->ranks);
    flows_open(&f->x);
}

/* What each rank does, however its clock stands, and its messages by receiver. */
static comm_round round_of(simulation *s, round_cost *costs)
{
    const network *n = &s->flows->network;
    const int count = s->messages.count;
    comm_round round = {.member_count = s->ranks};
    delivery *messages = ARENA_ARRAY(s->a, count + 1, delivery);
    int *turn = ARENA_ARRAY(s->a, count + 1, int), *cost_of = ARENA_ARRAY(s->a, s->ranks, int);
    int *first = ARENA_ARRAY(s->a, s->ranks + 1, int), *next = ARENA_ARRAY(s->a, s->ranks, int);
    for (int i = 0; i < count; i++)
        first[s->messages.data[i].to + 1]++;
    for (int r = 0; r < s->ranks; r++) {
        first[r + 1] += first[r];
        next[r] = first[r];
        cost_of[r] = r;
    }
    for (int i = 0; i < count; i++) {
        const message *m = &s->messages.data[i];
        const incoming priced = network_message(n, m->function, false, m->bytes, m->route);
        const int at = next[m->to]++;
        VEC_PUSH(s->a, &round.prices, priced);
        messages[at] = (delivery){m->from - m->to, i};
        turn[at] = m->number;
        round_cost_add_sent(n, &costs[m->from], &priced);
        round_cost_add_received(n, &costs[m->to], &priced);
    }
    for (int r = 0; r < s->ranks; r++) {
        round_cost_close(n, &costs[r]);
        VEC_PUSH(s->a, &round.costs, costs[r]);
    }
    round.messages = messages;
    round.first = first;
    round.cost_of = cost_of;
    round.turn = s->keeps_order ? turn : NULL;
    return round;
}

void clocks_by_flows(simulation *s)
{
    struct fit_flows *f = s->flows;
    round_cost *costs = ARENA_ARRAY(s->a, s->ranks, round_cost);
    comm_round round = round_of(s, costs);
    exchange_order(s->a, &f->network, s->ranks, s->dims, s->extents, f->coords, &round);
    contend_round(s->a, &f->network, s->ranks, s->dims, s->extents, f->coords, &round, costs);
    for (int r = 0; r < s->ranks; r++)
        f->clock[r] = ticks_of(s->clock[r]);
    exchange_times(f->network.exchange, &round, &f->x, f->clock, 0);
    for (int r = 0; r < s->ranks; r++)
        s->clock[r] = seconds_of(f->x.done[r]);
}
