#include "sysmodels/network/steps.h"

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

busy_port *steps_out(exchange_clocks *x, int place, int port)
{
    return &x->adapter.out[place * x->adapter.ports + port];
}

void steps_open(exchange_clocks *x, const comm_round *round)
{
    if (round->step != 1)
        return;
    for (int i = 0; i < x->places * x->adapter.ports; i++) {
        x->adapter.in[i].until = PORT_UNUSED;
        x->adapter.out[i].round = NULL;
    }
}

bool steps_are_followed(const exchange_clocks *x, const comm_round *round)
{
    return round->step && x->adapter.ports;
}

static busy_port *port_of(exchange_clocks *x, const comm_round *round, bool is_out, int rank,
                          int message)
{
    const int *port = is_out ? round->port_out : round->port_in;
    busy_port *all = is_out ? x->adapter.out : x->adapter.in;
    int k = port && port[message] > 0 ? port[message] % x->adapter.ports : 0;
    return &all[rank * x->adapter.ports + k];
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

static int128 latency_of(const busy_port *port, const incoming *other)
{
    return port->round ? round_price_of(port->round, port->message)->latency : other->latency;
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
    if (!port->round)
        return true;
    const int128 all = round_price_of(port->round, port->message)->occupancy,
                 begins = port->until - all;
    if (clocks_compare(x->compared, at, begins) >= 0)
        return true;
    *there = all;
    *coming -= begins - at;
    return clocks_compare(x->compared, *coming, 0) > 0;
}

int128 steps_begin(exchange_clocks *x, const comm_round *round, bool is_out, int rank, int message,
                   int128 at)
{
    int128 there, coming;
    if (!steps_are_followed(x, round))
        return at;
    const busy_port *port = port_of(x, round, is_out, rank, message);
    const incoming *m = round_price_of(round, message);
    if (port->round == round || !do_meet(x, port, m, at, &there, &coming))
        return at;
    return at + earlier(x, there, meanwhile(x, coming, m->latency, latency_of(port, m)));
}

void steps_keep(exchange_clocks *x, const comm_round *round, bool is_out, int rank, int message,
                int128 until)
{
    if (!steps_are_followed(x, round))
        return;
    busy_port *port = port_of(x, round, is_out, rank, message);
    /* If it is through before what was there, the port has that still. */
    if (port->until != PORT_UNUSED && port->round != round)
        until = clocks_later(x->compared, until,
                             port->until + round_price_of(round, message)->occupancy);
    *port = (busy_port){until, round, message};
}

/* --- What makes others come later ------------------------------------------------- */

/* A message comes at `at` to a port: what is there comes later. */
static void delay(exchange_clocks *x, const busy_port *port, const incoming *m, bool is_out,
                  int128 at, const int128 *clock, int128 *late)
{
    int128 there, coming;
    if (!port->round || !do_meet(x, port, m, at, &there, &coming))
        return;
    const incoming *slowed = round_price_of(port->round, port->message);
    int128 by = earlier(x, coming, meanwhile(x, there, slowed->latency, m->latency));
    int to = port->round->to[port->message];
    const round_cost *cost = round_cost_of(port->round, to);
    int128 end = port->until + by + (is_out ? slowed->latency : 0) + slowed->receive +
                 cost->unpacking + cost->combine - clock[to];
    late[to] = clocks_later(x->compared, late[to], end);
}

static int128 enters(const comm_round *round, int rank, const int128 *clock)
{
    const round_cost *cost = round_cost_of(round, rank);
    return clock[rank] + (cost ? cost->before : 0);
}

void steps_delay(exchange_clocks *x, const comm_round *round, const int128 *clock, int128 *late)
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
            delay(x, port_of(x, round, true, rank, number), m, true, ready, clock, late);
            delay(x, port_of(x, round, false, to, number), m, false, ready + m->latency, clock,
                  late);
        }
    }
}
