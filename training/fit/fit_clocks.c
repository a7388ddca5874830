#include "training/fit/fit_clocks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sysmodels/network/price.h"
#include "sysmodels/network/route.h"

void clocks_begin(simulation *s, arena *a, const fit_network *network, int ranks, int dims,
                  sag_pattern_kind kind)
{
    *s = (simulation){.a = a, .network = network, .ranks = ranks, .dims = dims};
    fit_grid(ranks, dims, s->extents);
    s->function =
        sag_message_function(network->communication, kind, sag_grid_dims(dims, s->extents));
    double **each[] = {&s->clock, &s->enter, &s->sent, &s->received, &s->latency, &s->combine};
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        *each[i] = ARENA_ARRAY(a, ranks, double);
    clocks_follow_flows(s);
}

/* Ranks are numbered along the last axis first. */
void clocks_place(const simulation *s, int rank, int *at)
{
    for (int d = s->dims - 1; d >= 0; d--) {
        at[d] = rank % s->extents[d];
        rank /= s->extents[d];
    }
}

int clocks_rank(const simulation *s, const int *at)
{
    int rank = 0;
    for (int d = 0; d < s->dims; d++)
        rank = rank * s->extents[d] + at[d];
    return rank;
}

void clocks_post(simulation *s, int from, int to, double bytes)
{
    if (from == to)
        return; /* a processor has what it would send to itself */
    int here[FIT_DIMS_MOST], there[FIT_DIMS_MOST];
    clocks_place(s, from, here);
    clocks_place(s, to, there);
    const sag_route route =
        sag_route_between(s->network->communication, s->dims, s->extents, here, there);
    if (route.hops > s->hops)
        s->hops = route.hops;
    const message_function function =
        sag_function_on(s->network->communication, s->function, route);
    const message m = {
        .from = from,
        .to = to,
        .number = s->messages.count,
        .bytes = bytes,
        .function = function,
        .route = route,
        .price = sag_price_message(function, bytes, route),
        .channel = sag_channel(s->network->communication, s->dims, s->extents, here, there),
        .channel_out =
            sag_channel_out(s->network->communication, s->dims, s->extents, here, there)};
    VEC_PUSH(s->a, &s->messages, m);
    message *last = &s->messages.data[m.number];
    last->passes = last->price.piece->latency_per_byte.value * bytes;
}

static double posted_at(const simulation *s, const message *m)
{
    return fmax(s->enter[m->from], s->enter[m->to]);
}

/* By receiver, and then in the order in which they come. The clocks that decide
 * are those of the simulation that sorts. */
static void sort_messages(simulation *s)
{
    message *m = s->messages.data;
    for (int gap = s->messages.count / 2; gap > 0; gap /= 2) { /* Shell, 1959 */
        for (int i = gap; i < s->messages.count; i++) {
            const message moved = m[i];
            int k = i;
            for (; k >= gap &&
                   (m[k - gap].to > moved.to || (m[k - gap].to == moved.to &&
                                                 posted_at(s, &m[k - gap]) > posted_at(s, &moved)));
                 k -= gap)
                m[k] = m[k - gap];
            m[k] = moved;
        }
    }
}

/* A message's turn among those of its sender: in the order of ranks, going round from its
 * own, or as they were posted. */
static int turn_of(const simulation *s, const message *m)
{
    return s->keeps_order ? m->number : (m->to - m->from + s->ranks) % s->ranks;
}

void clocks_sort_outgoing(simulation *s)
{
    message *m = s->messages.data;
    for (int gap = s->messages.count / 2; gap > 0; gap /= 2) {
        for (int i = gap; i < s->messages.count; i++) {
            const message moved = m[i];
            const int turn = turn_of(s, &moved);
            int k = i;
            for (; k >= gap && (m[k - gap].from > moved.from ||
                                (m[k - gap].from == moved.from && turn_of(s, &m[k - gap]) > turn));
                 k -= gap)
                m[k] = m[k - gap];
            m[k] = moved;
        }
    }
}

/* By receiver, and then as they arrive. */
static int compare_arrivals(const void *left, const void *right)
{
    const message *a = left, *b = right;
    if (a->to != b->to)
        return (a->to > b->to) - (a->to < b->to);
    return (a->arrives > b->arrives) - (a->arrives < b->arrives);
}

/* Receivers are not occupied: a message is there when it has been pushed, and has passed the
 * channel that it comes by, after those that came before it. */
static void push(simulation *s)
{
    message *all = s->messages.data;
    clocks_sort_outgoing(s);
    for (int r = 0; r < s->ranks; r++)
        s->clock[r] = s->enter[r] + s->sent[r];
    double pushed = 0;
    for (int i = 0; i < s->messages.count; i++) {
        const bool is_first = i == 0 || all[i].from != all[i - 1].from;
        pushed = (is_first ? s->enter[all[i].from] : pushed) + all[i].price.occupancy;
        all[i].arrives = pushed + all[i].price.latency - all[i].passes;
    }
    if (s->messages.count == 0)
        return;
    qsort(all, (size_t)s->messages.count, sizeof *all, compare_arrivals);
    double passed[SAG_CHANNELS];
    for (int i = 0; i < s->messages.count; i++) {
        const message *m = &all[i];
        if (i == 0 || m->to != all[i - 1].to)
            memset(passed, 0, sizeof passed);
        double end = m->arrives;
        if (m->channel >= 0)
            end = fmax(end, passed[m->channel]);
        end += m->passes;
        if (m->channel >= 0)
            passed[m->channel] = end;
        s->clock[m->to] = fmax(s->clock[m->to], end);
    }
}

/* Each is done when it has sent its own, and what it receives has come through its
 * queue, and the latency is over. */
static void queue(simulation *s)
{
    sort_messages(s);
    for (int r = 0; r < s->ranks; r++)
        s->clock[r] = s->enter[r] + fmax(s->sent[r], s->received[r]);
    for (int i = 0; i < s->messages.count;) {
        const int to = s->messages.data[i].to;
        double end = s->enter[to];
        for (; i < s->messages.count && s->messages.data[i].to == to; i++)
            end =
                fmax(end, posted_at(s, &s->messages.data[i])) + s->messages.data[i].price.occupancy;
        s->clock[to] = fmax(s->clock[to], end) + s->latency[to];
    }
}

/* All post their messages, and wait for them. Receivers then combine `share` of each
 * message with their own. */
void clocks_close(simulation *s, double share)
{
    const int n = s->ranks;
    const sag_communication *c = s->network->communication;
    memcpy(s->enter, s->clock, (size_t)n * sizeof *s->enter);
    memset(s->sent, 0, (size_t)n * sizeof *s->sent);
    memset(s->received, 0, (size_t)n * sizeof *s->received);
    memset(s->latency, 0, (size_t)n * sizeof *s->latency);
    memset(s->combine, 0, (size_t)n * sizeof *s->combine);
    for (int i = 0; i < s->messages.count; i++) {
        const message *m = &s->messages.data[i];
        s->enter[m->from] += c->call_overhead.value;
        s->enter[m->to] += c->call_overhead.value;
        s->sent[m->from] += m->price.occupancy;
        s->received[m->to] += m->price.occupancy;
        s->latency[m->to] = fmax(s->latency[m->to], m->price.latency);
        s->combine[m->to] += share * m->bytes / 8 * s->network->combine_s;
    }
    if (s->flows && s->messages.count > 0)
        clocks_by_flows(s);
    else if (c->exchange == EXCHANGE_PUSHED)
        push(s);
    else if (c->exchange == EXCHANGE_ADAPTER)
        clocks_by_adapters(s);
    else
        queue(s);
    for (int r = 0; r < n; r++)
        s->clock[r] += s->combine[r];
    s->messages.count = 0;
}

double clocks_last(const simulation *s)
{
    double most = 0;
    for (int r = 0; r < s->ranks; r++)
        most = fmax(most, s->clock[r]);
    return most;
}

void fit_grid(int ranks, int dims, int *extents)
{
    int prime[32], count = 0;
    for (int f = 2; ranks > 1; f++) {
        for (; ranks % f == 0; ranks /= f)
            prime[count++] = f;
    }
    for (int d = 0; d < dims; d++)
        extents[d] = 1;
    while (count > 0) { /* the largest factor to the shortest axis */
        int least = 0;
        for (int d = 1; d < dims; d++)
            least = extents[d] < extents[least] ? d : least;
        extents[least] *= prime[--count];
    }
    for (int d = 1; d < dims; d++) {
        const int moved = extents[d];
        int k = d;
        for (; k > 0 && extents[k - 1] < moved; k--)
            extents[k] = extents[k - 1];
        extents[k] = moved;
    }
}
