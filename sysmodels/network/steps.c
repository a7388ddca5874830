#include "sysmodels/network/steps.h"

#include "sysmodels/network/links.h"
#include "sysmodels/network/place.h"

int steps_ports(const sag_communication *c, int procs)
{
    enum { PORTS_MOST = 16 }; /* as many as a hypercube of 65,536 nodes has */
    int dimensions = 1;
    if (!c->ports.is_set || c->ports.value < 2)
        return 1;
    while (dimensions < PORTS_MOST && procs > 1 << dimensions)
        dimensions++;
    return c->topology == TOPOLOGY_HYPERCUBE ? dimensions : PORTS_MOST;
}

void steps_follow(exchange_clocks *x, const sag_communication *c, int ports)
{
    const int count = x->places * ports;
    x->adapter.ports = ports;
    x->adapter.is_weighed = c->sharing == SHARING_INVERSE_LATENCY;
    x->adapter.out = ARENA_ARRAY(x->memory, count, busy_port);
    x->adapter.in = ARENA_ARRAY(x->memory, count, busy_port);
    for (int i = 0; i < count; i++)
        x->adapter.out[i].until = x->adapter.in[i].until = PORT_UNUSED;
}

busy_port *steps_out(const exchange_clocks *x, int place, int port)
{
    return &x->adapter.out[place * x->adapter.ports + port];
}

busy_port *steps_in(const exchange_clocks *x, int place, int port)
{
    return &x->adapter.in[place * x->adapter.ports + port];
}

bool steps_are_followed(const exchange_clocks *x, const comm_round *round)
{
    return round->step && x->adapter.ports;
}

/* --- Links on the way ------------------------------------------------------------- */

/* Are the ports of nodes the links behind them, and nodes the places? */
static bool has_ways(const sag_communication *c, const int *coords, const comm_round *round)
{
    if (!round->step || !coords || !c->link_per_byte.is_set || !c->ports.is_set ||
        c->ports.value < 2 || c->topology != TOPOLOGY_HYPERCUBE || c->placement != PLACE_IN_ORDER ||
        sag_ranks_per_node(c) > 1)
        return false;
    for (int i = 0; i < round->prices.count; i++)
        if (c->link_per_byte.value < 0.99 * round->prices.data[i].per_byte)
            return false;
    return true;
}

void steps_find_ways(arena *a, const sag_communication *c, int procs, int axes, const int *extents,
                     const int *coords, comm_round *round)
{
    const int ports = steps_ports(c, procs);
    link_use_vec links = {0};
    VEC(int) way = {0};
    if (!has_ways(c, coords, round))
        return;
    int *first = ARENA_ARRAY(a, round->first[procs] + 1, int);
    for (int rank = 0; rank < procs; rank++)
        for (int i = round->first[rank]; i < round->first[rank + 1]; i++) {
            links.count = 0;
            sag_links(c, a, axes, extents, coords + (rank + round->messages[i].from) * axes,
                      coords + rank * axes, &links);
            for (int l = 0; l < links.count; l++)
                if (link_kind_of(links.data[l].link) == LINK_CHANNEL &&
                    link_from(links.data[l].link) < (uint64_t)procs)
                    VEC_PUSH(a, &way,
                             (int)link_from(links.data[l].link) * ports +
                                 (int)link_by(links.data[l].link));
            first[i + 1] = way.count;
        }
    round->way_first = first;
    round->way = way.data;
}

/* --- Who meets whom --------------------------------------------------------------- */

/* What a message passes on a side: its port there; where links are followed, all of them on its
 * receiver's side, as it keeps all at once. */
typedef struct passage {
    busy_port *all;
    const int *number;
    int count, port;
} passage;

static void find_passage(const exchange_clocks *x, const comm_round *round, bool is_out, int rank,
                         int message, passage *w)
{
    const int *port = is_out ? round->port_out : round->port_in;
    int k = port && port[message] > 0 ? port[message] % x->adapter.ports : 0;
    *w = (passage){is_out ? x->adapter.out : x->adapter.in, &w->port, 1,
                   rank * x->adapter.ports + k};
    if (!round->way)
        return;
    w->all = x->adapter.out;
    w->number = round->way + round->way_first[message];
    w->count = is_out ? 0 : round->way_first[message + 1] - round->way_first[message];
}

/* Of two messages in a port one gets as much as the other, or in inverse proportion to latencies:
 * while `time` of its own is done for the one with latency `its`, how much is for the other. */
static int128 meanwhile(exchange_clocks *x, int128 time, int128 its, int128 other)
{
    if (!x->adapter.is_weighed || its == other || its <= 0 || other <= 0)
        return time;
    x->compared->is_rounded = true;
    return time * its / other;
}

static int128 earlier(exchange_clocks *x, int128 a, int128 b)
{
    return clocks_compare(x->compared, a, b) <= 0 ? a : b;
}

/* What is left of two messages when they begin to share a port: of what is there, and of one that
 * comes at `at`, perhaps before it. False: they do not meet. */
static bool do_meet(exchange_clocks *x, const busy_port *port, const incoming *m, int128 at,
                    int128 *there, int128 *coming)
{
    if (port->until == PORT_UNUSED || clocks_compare(x->compared, port->until, at) <= 0)
        return false;
    *there = port->until - at;
    *coming = m->occupancy;
    const int128 begins = port->until - port->occupancy;
    if (clocks_compare(x->compared, at, begins) >= 0)
        return true;
    *there = port->occupancy;
    *coming -= begins - at;
    return clocks_compare(x->compared, *coming, 0) > 0;
}

int128 steps_begin(exchange_clocks *x, const comm_round *round, bool is_out, int rank, int message,
                   int128 at)
{
    int128 there, coming, begins = at;
    passage w;
    if (!steps_are_followed(x, round))
        return at;
    const incoming *m = round_price_of(round, message);
    find_passage(x, round, is_out, rank, message, &w);
    for (int i = 0; i < w.count; i++) {
        const busy_port *port = &w.all[w.number[i]];
        if (port->round == round || !do_meet(x, port, m, at, &there, &coming))
            continue;
        int128 by = earlier(x, there, meanwhile(x, coming, m->latency, port->latency));
        begins = clocks_later(x->compared, begins, at + by);
    }
    return begins;
}

static void keep(exchange_clocks *x, busy_port *port, const comm_round *round, int message,
                 int128 until)
{
    const incoming *m = round_price_of(round, message);
    const round_cost *cost = round_cost_of(round, round->to[message]);
    /* If it is through before what was there, the port has that still. */
    if (port->until != PORT_UNUSED && port->round != round)
        until = clocks_later(x->compared, until, port->until + m->occupancy);
    *port = (busy_port){.until = until,
                        .occupancy = m->occupancy,
                        .latency = m->latency,
                        .after = m->receive + cost->unpacking + cost->combine,
                        .to = round->to[message],
                        .round = round};
}

void steps_keep(exchange_clocks *x, const comm_round *round, bool is_out, int rank, int message,
                int128 until)
{
    passage w;
    if (!steps_are_followed(x, round))
        return;
    find_passage(x, round, is_out, rank, message, &w);
    for (int i = 0; i < w.count; i++)
        keep(x, &w.all[w.number[i]], round, message, until);
}

/* --- What makes others come later ------------------------------------------------- */

/* A message comes at `at` to a port: what is there comes later. Its receiver has been taken to
 * leave the step or exchange at left[]. */
static void delay(exchange_clocks *x, const busy_port *port, const incoming *m, int128 latency,
                  int128 at, const int128 *left, int128 *late)
{
    int128 there, coming;
    if (!do_meet(x, port, m, at, &there, &coming))
        return;
    int128 by = earlier(x, coming, meanwhile(x, there, port->latency, m->latency));
    int128 end = port->until + by + latency + port->after - left[port->to];
    late[port->to] = clocks_later(x->compared, late[port->to], end);
}

/* What a message delays on a side. */
static void delay_there(exchange_clocks *x, const comm_round *round, bool is_out, int rank,
                        int message, int128 at, const int128 *left, int128 *late)
{
    passage w;
    find_passage(x, round, is_out, rank, message, &w);
    for (int i = 0; i < w.count; i++) {
        const busy_port *port = &w.all[w.number[i]];
        delay(x, port, round_price_of(round, message), is_out ? port->latency : 0, at, left, late);
    }
}

static int128 enters(const comm_round *round, int rank, const int128 *clock)
{
    const round_cost *cost = round_cost_of(round, rank);
    return clock[rank] + (cost ? cost->before : 0);
}

void steps_delay(exchange_clocks *x, const comm_round *round, const int128 *clock,
                 const int128 *left, int128 *late)
{
    for (int p = 0; p < x->places; p++)
        late[p] = 0;
    for (int i = 0; i < round->member_count; i++) {
        int rank = round_place(round, i);
        int128 at = enters(round, rank, clock);
        for (int k = round->outgoing_first[rank]; k < round->outgoing_first[rank + 1]; k++) {
            int number = round->outgoing[k], to = round->to[number];
            const incoming *m = round_price_of(round, number);
            at += m->send;
            int128 ready = at;
            if (m->waits_for_receiver)
                ready = clocks_later(x->compared, at, enters(round, to, clock) + m->handshake);
            delay_there(x, round, true, rank, number, ready, left, late);
            delay_there(x, round, false, to, number, ready + m->latency, left, late);
        }
    }
}
