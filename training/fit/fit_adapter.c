#include <math.h>

#include "sysmodels/network/adapter.h"
#include "sysmodels/network/contend.h"
#include "training/fit/fit_clocks.h"

/* Adapters that carry messages while processors go on: docs/model.md, "The exchange". */

/* Shell, 1959; by the first value, then by the second. */
typedef struct waiting {
    double first, second;
    message *message;
} waiting;

static void sort(waiting *w, int count)
{
    for (int gap = count / 2; gap > 0; gap /= 2) {
        for (int i = gap; i < count; i++) {
            const waiting moved = w[i];
            int k = i;
            for (; k >= gap &&
                   (w[k - gap].first > moved.first ||
                    (!(w[k - gap].first < moved.first) && w[k - gap].second > moved.second));
                 k -= gap)
                w[k] = w[k - gap];
            w[k] = moved;
        }
    }
}

/* Numbered in the order in which they are handed over: when each is ready to go. */
static void hand_over(simulation *s, waiting *w)
{
    message *m = s->messages.data;
    double at = 0;
    for (int i = 0; i < s->messages.count; i++) {
        at = (i == 0 || m[i].from != m[i - 1].from ? s->enter[m[i].from] : at) + m[i].price.send;
        m[i].ready = at;
        if (m[i].price.waits_for_receiver)
            m[i].ready = fmax(at, s->enter[m[i].to] + m[i].price.handshake);
        s->clock[m[i].from] = at;
        w[i] = (waiting){m[i].from, m[i].ready, &m[i]};
    }
}

/* How long messages are under way that share links and ports, as an estimate has it. */
static void share(simulation *s)
{
    message *m = s->messages.data;
    int *coords = ARENA_ARRAY(s->a, s->ranks * s->dims + 1, int);
    const contention c = {.communication = s->network->communication,
                          .procs = s->ranks,
                          .has_ports = true,
                          .left = 1,
                          .axes = s->dims,
                          .extents = s->extents,
                          .coords = coords};
    contender *all = ARENA_ARRAY(s->a, s->messages.count + 1, contender);
    double at = 0;
    for (int r = 0; r < s->ranks; r++)
        clocks_place(s, r, coords + r * s->dims);
    for (int i = 0; i < s->messages.count; i++) {
        at = (i == 0 || m[i].from != m[i - 1].from ? 0 : at) + m[i].price.send;
        m[i].begin = fmax(0, m[i].price.occupancy - m[i].price.per_byte * m[i].bytes);
        all[i] = (contender){.from = m[i].from,
                             .to = m[i].to,
                             .bytes = m[i].bytes,
                             .ready = m[i].price.waits_for_receiver ? fmax(at, m[i].price.handshake)
                                                                    : at,
                             .fixed = m[i].begin,
                             .latency = m[i].price.latency,
                             .per_byte = m[i].price.per_byte};
    }
    contend(s->a, &c, s->messages.count, all);
    for (int i = 0; i < s->messages.count; i++)
        m[i].flight = all[i].flight;
}

static void begin_queues(double *port)
{
    for (int k = 0; k < SAG_CHANNELS; k++)
        port[k] = -INFINITY;
}

/* Where a node has a port for each channel messages queue by channel. */
static int port_of(const simulation *s, int channel)
{
    const quantity *ports = &s->network->communication->ports;
    return ports->is_set && ports->value > 1 ? adapter_port(channel) : 0;
}

/* When a sender's adapter would have delivered each, were it alone at its receiver's; and then by
 * receivers, when each gets there. */
static void send(simulation *s, waiting *w)
{
    const bool is_shared = sag_has_capacities(s->network->communication);
    double port[SAG_CHANNELS];
    for (int i = 0; i < s->messages.count; i++) {
        message *m = w[i].message;
        double *its = &port[port_of(s, m->channel_out)];
        if (i == 0 || m->from != w[i - 1].message->from)
            begin_queues(port);
        *its = fmax(*its, m->ready) + (is_shared ? m->begin : m->price.occupancy);
        m->there = *its + m->price.latency + (is_shared ? m->flight : 0);
    }
    for (int i = 0; i < s->messages.count; i++) {
        message *m = &s->messages.data[i];
        w[i] = (waiting){m->to, m->ready + m->price.latency, m};
    }
}

/* When a receiver's adapter has had time for it, too. */
static void receive(simulation *s, waiting *w)
{
    double port[SAG_CHANNELS];
    const bool is_shared = sag_has_capacities(s->network->communication);
    for (int i = 0; i < s->messages.count && !is_shared; i++) {
        message *m = w[i].message;
        double *its = &port[port_of(s, m->channel)];
        if (i == 0 || m->to != w[i - 1].message->to)
            begin_queues(port);
        *its = fmax(*its, w[i].second) + m->price.occupancy;
        m->there = fmax(m->there, *its);
    }
    for (int i = 0; i < s->messages.count; i++) {
        message *m = &s->messages.data[i];
        w[i] = (waiting){m->to, m->there, m};
    }
}

/* Processors take up what is in. */
static void take_up(simulation *s, const waiting *w)
{
    for (int i = 0; i < s->messages.count; i++) {
        const message *m = w[i].message;
        s->clock[m->to] = fmax(s->clock[m->to], m->there) + m->price.receive;
    }
}

void clocks_by_adapters(simulation *s)
{
    waiting *w = ARENA_ARRAY(s->a, s->messages.count + 1, waiting);
    clocks_sort_outgoing(s);
    for (int r = 0; r < s->ranks; r++)
        s->clock[r] = s->enter[r];
    if (sag_has_capacities(s->network->communication) && s->messages.count > 0)
        share(s);
    hand_over(s, w);
    sort(w, s->messages.count);
    send(s, w);
    sort(w, s->messages.count);
    receive(s, w);
    sort(w, s->messages.count);
    take_up(s, w);
    for (int i = 0; i < s->messages.count; i++) {
        const message *m = &s->messages.data[i];
        if (m->price.keeps_sender)
            s->clock[m->from] = fmax(s->clock[m->from], m->there);
    }
}
