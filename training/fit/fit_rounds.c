#include "training/fit/fit_rounds.h"

#include "sysmodels/network/route.h"

void rounds_all_to_all(simulation *s, double bytes, double share)
{
    for (int r = 0; r < s->ranks; r++) {
        for (int to = 0; to < s->ranks; to++)
            clocks_post(s, s->order[r], s->order[to], bytes);
    }
    clocks_close(s, share);
}

static int power_below(int n)
{
    int power = 1;
    while (power * 2 <= n)
        power *= 2;
    return power;
}

/* In a hypercube members are in the order of their nodes' numbers, so that trees
 * and doublings go along its dimensions. */
static void rounds_order(simulation *s)
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
    clocks_post(s, s->order[from], s->order[to], bytes);
}

/* The tree of MPICH, Open MPI and SMPI: each sends to half of what is left below it first, the
 * farthest. The same number of messages in another order: which are between switches, and how
 * deep the last one is where ranks are no power of two, differ. */
static void tree_down_far_first(simulation *s, double bytes)
{
    int distance = 1;
    while (distance < s->ranks)
        distance *= 2;
    for (distance /= 2; distance >= 1; distance /= 2) {
        for (int v = 0; v + distance < s->ranks; v += 2 * distance)
            post_places(s, v, v + distance, bytes);
        clocks_close(s, 0);
    }
}

static void tree_down(simulation *s, double bytes)
{
    if (s->far_first) {
        tree_down_far_first(s, bytes);
        return;
    }
    for (int distance = 1; distance < s->ranks; distance *= 2) {
        for (int v = 0; v < distance && v + distance < s->ranks; v++)
            post_places(s, v, v + distance, bytes);
        clocks_close(s, 0);
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
        clocks_close(s, share);
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
        clocks_close(s, 0);
    }
}

static void from_root(simulation *s, double bytes)
{
    for (int v = 1; v < s->ranks; v++)
        post_places(s, 0, v, bytes);
    clocks_close(s, 0);
}

void rounds_to_root(simulation *s, double bytes, double share)
{
    for (int v = 1; v < s->ranks; v++)
        post_places(s, v, 0, bytes);
    clocks_close(s, share);
}

static void along(simulation *s, double bytes, bool returns)
{
    for (int step = 0; step < s->ranks - 1; step++) {
        const int v = returns ? s->ranks - 1 - step : step;
        post_places(s, v, returns ? v - 1 : v + 1, bytes);
        clocks_close(s, 0);
    }
}

static void around(simulation *s, double bytes, double share)
{
    for (int step = 1; step < s->ranks; step++) {
        for (int v = 0; v < s->ranks; v++)
            post_places(s, v, (v + 1) % s->ranks, bytes);
        clocks_close(s, share);
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
    clocks_close(s, outward ? 0 : 1);
}

static void reduce_by_doubling(simulation *s, double bytes)
{
    const int members = power_below(s->ranks);
    fold(s, bytes, false);
    for (int distance = 1; distance < members; distance *= 2) {
        for (int x = 0; x < members; x++)
            post_places(s, doubling_place(s, x), doubling_place(s, x ^ distance), bytes);
        clocks_close(s, 1);
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
        clocks_close(s, 0);
    }
}

/* Open MPI's doubling for barriers: those beyond the power of two tell one within it that they
 * are there, and are told by it when all are. */
static void barrier_by_folding(simulation *s)
{
    const int members = power_below(s->ranks), extra = s->ranks - members;
    for (int x = 0; x < extra; x++)
        post_places(s, members + x, x, 0);
    clocks_close(s, 0);
    for (int distance = 1; distance < members; distance *= 2) {
        for (int x = 0; x < members; x++)
            post_places(s, x, x ^ distance, 0);
        clocks_close(s, 0);
    }
    for (int x = 0; x < extra; x++)
        post_places(s, x, members + x, 0);
    clocks_close(s, 0);
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
        rounds_all_to_all(s, bytes, 1);
        break;
    case COLLECTIVE_LINEAR:
        rounds_to_root(s, bytes, 1);
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
        rounds_all_to_all(s, part, 0);
        break;
    case COLLECTIVE_LINEAR:
        rounds_to_root(s, part, 0);
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
        rounds_all_to_all(s, 0, 0);
        break;
    case COLLECTIVE_LINEAR:
        rounds_to_root(s, 0, 0);
        from_root(s, 0);
        break;
    case COLLECTIVE_BINOMIAL:
        tree_up(s, 0, 0);
        tree_down(s, 0);
        break;
    case COLLECTIVE_RECURSIVE_DOUBLING:
        if (s->folds)
            barrier_by_folding(s);
        else
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

void rounds_play(simulation *s, collective_kind kind, collective_algorithm how, double bytes)
{
    rounds_order(s);
    switch (kind) {
    case COLLECTIVE_BROADCAST:
        broadcast(s, how, bytes);
        break;
    case COLLECTIVE_REDUCE:
        reduce(s, how, bytes);
        break;
    case COLLECTIVE_ALLGATHER:
        allgather(s, how, bytes / s->ranks);
        break;
    case COLLECTIVE_BARRIER:
        barrier(s, how);
        break;
    case COLLECTIVE_KIND_COUNT:
        break;
    }
}
