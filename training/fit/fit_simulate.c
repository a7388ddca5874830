#include "training/fit/fit_simulate.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/vec.h"

/* Everybody to everybody on more ranks than this has messages by the million. */
enum { DIMS_MOST = 3, ALL_TO_ALL_MOST = 256 };

typedef struct message {
    int from, to;
    double bytes;
    sag_price price;
} message;

typedef struct simulation {
    arena *a;
    const fit_network *network;
    int ranks, dims, extents[DIMS_MOST];
    message_function function;
    double *clock, *enter, *sent, *received, *latency, *combine; /* by rank */
    int *order; /* ranks by their places in a collective; the root first */
    int hops;   /* the most that a message has gone */
    VEC(message) messages;
} simulation;

static void begin(simulation *s, arena *a, const fit_network *network, int ranks, int dims,
                  sag_pattern_kind kind)
{
    *s = (simulation){.a = a, .network = network, .ranks = ranks, .dims = dims};
    fit_grid(ranks, dims, s->extents);
    s->function =
        sag_message_function(network->communication, kind, sag_grid_dims(dims, s->extents));
    double **each[] = {&s->clock, &s->enter, &s->sent, &s->received, &s->latency, &s->combine};
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        *each[i] = ARENA_ARRAY(a, ranks, double);
    s->order = ARENA_ARRAY(a, ranks, int);
    for (int r = 0; r < ranks; r++)
        s->order[r] = r;
}

/* Ranks are numbered along the last axis first. */
static void place(const simulation *s, int rank, int *at)
{
    for (int d = s->dims - 1; d >= 0; d--) {
        at[d] = rank % s->extents[d];
        rank /= s->extents[d];
    }
}

static int rank_at(const simulation *s, const int *at)
{
    int rank = 0;
    for (int d = 0; d < s->dims; d++)
        rank = rank * s->extents[d] + at[d];
    return rank;
}

static void post(simulation *s, int from, int to, double bytes)
{
    if (from == to)
        return; /* a processor has what it would send to itself */
    int here[DIMS_MOST], there[DIMS_MOST];
    place(s, from, here);
    place(s, to, there);
    const sag_route route =
        sag_route_between(s->network->communication, s->dims, s->extents, here, there);
    if (route.hops > s->hops)
        s->hops = route.hops;
    const message m = {from, to, bytes, sag_price_message(s->function, bytes, route)};
    VEC_PUSH(s->a, &s->messages, m);
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

/* A node's messages leave in the order of ranks, going round from its own. */
static void sort_outgoing(simulation *s)
{
    message *m = s->messages.data;
    for (int gap = s->messages.count / 2; gap > 0; gap /= 2) {
        for (int i = gap; i < s->messages.count; i++) {
            const message moved = m[i];
            const int way = (moved.to - moved.from + s->ranks) % s->ranks;
            int k = i;
            for (; k >= gap && (m[k - gap].from > moved.from ||
                                (m[k - gap].from == moved.from &&
                                 (m[k - gap].to - m[k - gap].from + s->ranks) % s->ranks > way));
                 k -= gap)
                m[k] = m[k - gap];
            m[k] = moved;
        }
    }
}

/* Receivers are not occupied: a message is there when it has been pushed. */
static void push(simulation *s)
{
    sort_outgoing(s);
    for (int r = 0; r < s->ranks; r++)
        s->clock[r] = s->enter[r] + s->sent[r];
    double pushed = 0;
    for (int i = 0; i < s->messages.count; i++) {
        const message *m = &s->messages.data[i];
        const bool is_first = i == 0 || m->from != s->messages.data[i - 1].from;
        pushed = (is_first ? s->enter[m->from] : pushed) + m->price.occupancy;
        s->clock[m->to] = fmax(s->clock[m->to], pushed + m->price.latency);
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
static void close_round(simulation *s, double share)
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
    if (c->exchange == EXCHANGE_PUSHED)
        push(s);
    else
        queue(s);
    for (int r = 0; r < n; r++)
        s->clock[r] += s->combine[r];
    s->messages.count = 0;
}

static double last(const simulation *s)
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

/* ---- messages and shifts ---- */

static bool is_kernel(const fit_series *series, const char *name)
{
    return strcmp(series->kernel, name) == 0;
}

static void pingpong(simulation *s, const fit_series *series)
{
    const int partner = (int)fit_parameter(series, "partner");
    const double bytes = (double)fit_parameter(series, "bytes");
    post(s, 0, partner, bytes);
    close_round(s, 0);
    post(s, partner, 0, bytes);
    close_round(s, 0);
}

static void stream(simulation *s, const fit_series *series)
{
    const int partner = (int)fit_parameter(series, "partner");
    const int count = (int)fit_tally(series->tally, "message");
    for (int i = 0; i < count; i++)
        post(s, 0, partner, (double)fit_parameter(series, "bytes"));
    close_round(s, 0);
    post(s, partner, 0, 0);
    close_round(s, 0);
}

static void exchange(simulation *s, double bytes)
{
    for (int r = 0; r < s->ranks; r++) {
        if ((r ^ 1) < s->ranks)
            post(s, r, r ^ 1, bytes);
    }
    close_round(s, 0);
}

static void shift(simulation *s, double bytes, int count)
{
    for (int r = 0; r < s->ranks; r++) {
        for (int i = 0; i < count; i++)
            post(s, r, (r + 1) % s->ranks, bytes);
    }
    close_round(s, 0);
}

static void neighbours(simulation *s, double bytes, bool is_phased)
{
    for (int d = 0; d < s->dims; d++) {
        for (int way = -1; way <= 1; way += 2) {
            for (int r = 0; r < s->ranks; r++) {
                int at[DIMS_MOST];
                place(s, r, at);
                at[d] = (at[d] + way + s->extents[d]) % s->extents[d];
                post(s, r, rank_at(s, at), bytes);
            }
            if (is_phased)
                close_round(s, 0);
        }
    }
    if (!is_phased)
        close_round(s, 0);
}

static void everybody_to_everybody(simulation *s, double bytes, double share)
{
    for (int r = 0; r < s->ranks; r++) {
        for (int to = 0; to < s->ranks; to++)
            post(s, s->order[r], s->order[to], bytes);
    }
    close_round(s, share);
}

/* ---- collectives: the rounds that machine files' algorithms stand for ---- */

static int power_below(int n)
{
    int power = 1;
    while (power * 2 <= n)
        power *= 2;
    return power;
}

/* In a hypercube members are in the order of their nodes' numbers, so that trees
 * and doublings go along its dimensions. */
static void order_along_the_cube(simulation *s)
{
    const sag_communication *c = s->network->communication;
    if (c->topology != TOPOLOGY_HYPERCUBE)
        return;
    for (int i = 1; i < s->ranks; i++) {
        const int moved = s->order[i];
        int k = i;
        for (; k > 0 && sag_node_number(c, 1, s->extents, &s->order[k - 1]) >
                            sag_node_number(c, 1, s->extents, &moved);
             k--)
            s->order[k] = s->order[k - 1];
        s->order[k] = moved;
    }
}

static void post_places(simulation *s, int from, int to, double bytes)
{
    post(s, s->order[from], s->order[to], bytes);
}

static void tree_down(simulation *s, double bytes)
{
    for (int distance = 1; distance < s->ranks; distance *= 2) {
        for (int v = 0; v < distance && v + distance < s->ranks; v++)
            post_places(s, v, v + distance, bytes);
        close_round(s, 0);
    }
}

static void tree_up(simulation *s, double bytes, double share)
{
    int top = 1;
    while (top < s->ranks)
        top *= 2;
    for (int distance = top / 2; distance >= 1; distance /= 2) {
        for (int v = 0; v < distance && v + distance < s->ranks; v++)
            post_places(s, v + distance, v, bytes);
        close_round(s, share);
    }
}

/* The tree upwards, each with all that it has got. */
static void tree_up_joining(simulation *s, double part)
{
    for (int distance = 1; distance < s->ranks; distance *= 2) {
        for (int v = 0; v + distance < s->ranks; v += 2 * distance) {
            const int below = s->ranks - v - distance;
            post_places(s, v + distance, v, part * (below < distance ? below : distance));
        }
        close_round(s, 0);
    }
}

static void from_root(simulation *s, double bytes)
{
    for (int v = 1; v < s->ranks; v++)
        post_places(s, 0, v, bytes);
    close_round(s, 0);
}

static void to_root(simulation *s, double bytes, double share)
{
    for (int v = 1; v < s->ranks; v++)
        post_places(s, v, 0, bytes);
    close_round(s, share);
}

static void along(simulation *s, double bytes, bool returns)
{
    for (int step = 0; step < s->ranks - 1; step++) {
        const int v = returns ? s->ranks - 1 - step : step;
        post_places(s, v, returns ? v - 1 : v + 1, bytes);
        close_round(s, 0);
    }
}

static void around(simulation *s, double bytes, double share)
{
    for (int step = 1; step < s->ranks; step++) {
        for (int v = 0; v < s->ranks; v++)
            post_places(s, v, (v + 1) % s->ranks, bytes);
        close_round(s, share);
    }
}

/* The place of number x among those that stay when one of each of the first pairs
 * has handed over what it has. */
static int doubling_place(const simulation *s, int x)
{
    const int extra = s->ranks - power_below(s->ranks);
    return x < extra ? 2 * x : x + extra;
}

static void fold(simulation *s, double bytes, bool outward)
{
    const int extra = s->ranks - power_below(s->ranks);
    for (int x = 0; x < extra; x++)
        post_places(s, outward ? 2 * x : 2 * x + 1, outward ? 2 * x + 1 : 2 * x, bytes);
    close_round(s, outward ? 0 : 1);
}

static void reduce_by_doubling(simulation *s, double bytes)
{
    const int members = power_below(s->ranks);
    fold(s, bytes, false);
    for (int distance = 1; distance < members; distance *= 2) {
        for (int x = 0; x < members; x++)
            post_places(s, doubling_place(s, x), doubling_place(s, x ^ distance), bytes);
        close_round(s, 1);
    }
    fold(s, bytes, true);
}

/* Each round doubles what all have; other numbers than powers of two by Bruck's. */
static void gather_by_doubling(simulation *s, double part, bool grows)
{
    const int n = s->ranks;
    const bool is_power = power_below(n) == n;
    for (int distance = 1; distance < n; distance *= 2) {
        const int parts = distance < n - distance ? distance : n - distance;
        for (int v = 0; v < n; v++)
            post_places(s, v, is_power ? v ^ distance : (v + n - distance) % n,
                        part * (grows ? parts : 1));
        close_round(s, 0);
    }
}

static void broadcast(simulation *s, collective_algorithm how, double bytes)
{
    switch (how) {
    case COLLECTIVE_DIRECT:
    case COLLECTIVE_LINEAR:
        from_root(s, bytes);
        break;
    case COLLECTIVE_BINOMIAL:
    case COLLECTIVE_RECURSIVE_DOUBLING:
        tree_down(s, bytes);
        break;
    case COLLECTIVE_RING:
        along(s, bytes, false);
        break;
    case COLLECTIVE_PATTERN:
        break;
    }
}

static void reduce(simulation *s, collective_algorithm how, double bytes)
{
    switch (how) {
    case COLLECTIVE_DIRECT:
        everybody_to_everybody(s, bytes, 1);
        break;
    case COLLECTIVE_LINEAR:
        to_root(s, bytes, 1);
        from_root(s, bytes);
        break;
    case COLLECTIVE_BINOMIAL:
        tree_up(s, bytes, 1);
        tree_down(s, bytes);
        break;
    case COLLECTIVE_RECURSIVE_DOUBLING:
        reduce_by_doubling(s, bytes);
        break;
    case COLLECTIVE_RING:
        around(s, bytes / s->ranks, 1);
        around(s, bytes / s->ranks, 0);
        break;
    case COLLECTIVE_PATTERN:
        break;
    }
}

static void allgather(simulation *s, collective_algorithm how, double part)
{
    switch (how) {
    case COLLECTIVE_DIRECT:
        everybody_to_everybody(s, part, 0);
        break;
    case COLLECTIVE_LINEAR:
        to_root(s, part, 0);
        from_root(s, part * s->ranks);
        break;
    case COLLECTIVE_BINOMIAL:
        tree_up_joining(s, part);
        tree_down(s, part * s->ranks);
        break;
    case COLLECTIVE_RECURSIVE_DOUBLING:
        gather_by_doubling(s, part, true);
        break;
    case COLLECTIVE_RING:
        around(s, part, 0);
        break;
    case COLLECTIVE_PATTERN:
        break;
    }
}

static void barrier(simulation *s, collective_algorithm how)
{
    switch (how) {
    case COLLECTIVE_DIRECT:
        everybody_to_everybody(s, 0, 0);
        break;
    case COLLECTIVE_LINEAR:
        to_root(s, 0, 0);
        from_root(s, 0);
        break;
    case COLLECTIVE_BINOMIAL:
        tree_up(s, 0, 0);
        tree_down(s, 0);
        break;
    case COLLECTIVE_RECURSIVE_DOUBLING:
        gather_by_doubling(s, 0, false);
        break;
    case COLLECTIVE_RING:
        along(s, 0, false);
        along(s, 0, true);
        break;
    case COLLECTIVE_PATTERN:
        break;
    }
}

/* Are the parameters those of a kernel of this run? Somebody may have written others. */
static bool is_possible(const fit_network *network, const fit_series *series)
{
    const int64_t ranks = fit_parameter(series, "ranks"), dims = fit_parameter(series, "dims");
    const int64_t partner = fit_parameter(series, "partner");
    return ranks >= 2 && ranks <= network->ranks && dims >= 0 && dims <= DIMS_MOST &&
           partner >= 0 && partner < network->ranks && fit_parameter(series, "bytes") >= 0;
}

collective_kind fit_collective_of(const fit_series *series)
{
    if (is_kernel(series, "broadcast"))
        return COLLECTIVE_BROADCAST;
    if (is_kernel(series, "allreduce"))
        return COLLECTIVE_REDUCE;
    if (is_kernel(series, "allgather"))
        return COLLECTIVE_ALLGATHER;
    return is_kernel(series, "barrier") ? COLLECTIVE_BARRIER : COLLECTIVE_KIND_COUNT;
}

double fit_simulate_with(arena *a, const fit_network *network, const fit_series *series,
                         collective_algorithm how)
{
    static const sag_pattern_kind patterns[COLLECTIVE_KIND_COUNT] = {
        [COLLECTIVE_BROADCAST] = PATTERN_broadcast,
        [COLLECTIVE_REDUCE] = PATTERN_reduce,
        [COLLECTIVE_ALLGATHER] = PATTERN_allgather,
        [COLLECTIVE_BARRIER] = PATTERN_barrier,
    };
    const collective_kind kind = fit_collective_of(series);
    const double bytes = (double)fit_parameter(series, "bytes");
    assert(kind != COLLECTIVE_KIND_COUNT);
    if (how == COLLECTIVE_PATTERN) {
        const sag_collective *c = &network->communication->collective[kind];
        const message_function f = {c->piece_count, c->pieces};
        const sag_price price = sag_price_message(f, bytes, (sag_route){0, 0});
        return network->communication->call_overhead.value + price.occupancy + price.latency;
    }
    if (!is_possible(network, series) ||
        (how == COLLECTIVE_DIRECT && kind != COLLECTIVE_BROADCAST &&
         fit_parameter(series, "ranks") > ALL_TO_ALL_MOST))
        return -1;
    simulation s;
    begin(&s, a, network, (int)fit_parameter(series, "ranks"), 1, patterns[kind]);
    order_along_the_cube(&s);
    switch (kind) {
    case COLLECTIVE_BROADCAST:
        broadcast(&s, how, bytes);
        break;
    case COLLECTIVE_REDUCE:
        reduce(&s, how, bytes);
        break;
    case COLLECTIVE_ALLGATHER:
        allgather(&s, how, bytes / s.ranks);
        break;
    case COLLECTIVE_BARRIER:
        barrier(&s, how);
        break;
    case COLLECTIVE_KIND_COUNT:
        break;
    }
    return last(&s);
}

/* Plays a kernel that is no collective of machine files. Returns whether there is
 * such a one. */
static bool play(simulation *s, arena *a, const fit_network *network, const fit_series *series)
{
    const int ranks = (int)fit_parameter(series, "ranks");
    const int dims = (int)fit_parameter(series, "dims");
    const double bytes = (double)fit_parameter(series, "bytes");
    if (!is_possible(network, series))
        return false;
    if ((is_kernel(series, "pingpong") || is_kernel(series, "stream")) &&
        fit_parameter(series, "partner") > 0) {
        begin(s, a, network, network->ranks, 1, PATTERN_redistribute);
        s->function =
            (message_function){network->communication->piece_count, network->communication->pieces};
        is_kernel(series, "stream") ? stream(s, series) : pingpong(s, series);
    } else if ((is_kernel(series, "neighbours.posted") || is_kernel(series, "neighbours.phased")) &&
               dims > 0) {
        begin(s, a, network, ranks, dims, PATTERN_shift);
        neighbours(s, bytes, is_kernel(series, "neighbours.phased"));
    } else if (is_kernel(series, "shift.elements")) {
        begin(s, a, network, ranks, 1, PATTERN_element);
        shift(s, 8, (int)(bytes / 8));
    } else if (is_kernel(series, "shift") || is_kernel(series, "exchange")) {
        begin(s, a, network, ranks, 1, PATTERN_shift);
        is_kernel(series, "shift") ? shift(s, bytes, 1) : exchange(s, bytes);
    } else if (is_kernel(series, "gather")) {
        begin(s, a, network, ranks, 1, PATTERN_gather);
        to_root(s, bytes / ranks, 0);
    } else if ((is_kernel(series, "alltoall") || is_kernel(series, "transpose")) &&
               ranks <= ALL_TO_ALL_MOST) {
        begin(s, a, network, ranks, 1, PATTERN_transpose);
        everybody_to_everybody(s, bytes / ranks, 0);
    } else {
        return false;
    }
    return true;
}

/* Copies between messages are no matter of the network. */
static bool has_copies(const fit_series *series)
{
    return fit_parameter(series, "stride") > 8;
}

/* What the machine states for such a communication as a whole; negative: nothing. */
static double as_a_whole(const fit_network *network, const fit_series *series)
{
    const bool is_gather = is_kernel(series, "gather");
    if (!is_gather && !is_kernel(series, "alltoall") && !is_kernel(series, "transpose"))
        return -1;
    const sag_communication *c = network->communication;
    const sag_pattern *p = sag_whole_pattern(c, is_gather ? PATTERN_gather : PATTERN_transpose);
    if (p == NULL || !is_possible(network, series))
        return -1;
    const double each =
        (double)fit_parameter(series, "bytes") / (double)fit_parameter(series, "ranks");
    const sag_price price = sag_price_message(sag_pattern_function(p, 1), each, (sag_route){0, 0});
    return c->call_overhead.value + price.occupancy + price.latency;
}

double fit_simulate(arena *a, const fit_network *network, const fit_series *series)
{
    const collective_kind kind = fit_collective_of(series);
    const double whole = as_a_whole(network, series);
    if (whole >= 0)
        return whole;
    if (kind != COLLECTIVE_KIND_COUNT)
        return fit_simulate_with(a, network, series,
                                 network->communication->collective[kind].algorithm);
    simulation s;
    return !has_copies(series) && play(&s, a, network, series) ? last(&s) : -1;
}

int fit_hops(arena *a, const fit_network *network, const fit_series *series)
{
    simulation s;
    return fit_collective_of(series) == COLLECTIVE_KIND_COUNT && play(&s, a, network, series)
               ? s.hops
               : 0;
}
