#include "sysmodels/network/collective/collective.h"

#include <limits.h>

#include "support/sort.h"
#include "sysmodels/network/collective/builder.h"

int collective_smallest(int group_count, const collective_group *groups)
{
    int least = INT_MAX;
    for (int i = 0; i < group_count; i++)
        least = groups[i].count < least ? groups[i].count : least;
    return least;
}

/* --- Which algorithm for what ------------------------------------------------ */

static void broadcast(builder *b, collective_algorithm how, bool far_first)
{
    switch (how) {
    case COLLECTIVE_DIRECT:
    case COLLECTIVE_LINEAR:
        linear_from_root(b, false);
        break;
    case COLLECTIVE_BINOMIAL:
    case COLLECTIVE_RECURSIVE_DOUBLING:
        binomial_down(b, false, far_first);
        break;
    case COLLECTIVE_RING:
        ring_along(b, false, false);
        break;
    case COLLECTIVE_PATTERN:
        break;
    }
}

static void reduce(builder *b, collective_algorithm how)
{
    switch (how) {
    case COLLECTIVE_DIRECT:
        direct_to_all(b, true);
        break;
    case COLLECTIVE_LINEAR:
        linear_to_root(b, true);
        linear_from_root(b, false);
        break;
    case COLLECTIVE_BINOMIAL:
        binomial_up(b, false);
        binomial_down(b, false, false);
        break;
    case COLLECTIVE_RECURSIVE_DOUBLING:
        doubling_reduce(b);
        break;
    case COLLECTIVE_RING:
        ring_around(b, true, true);
        ring_around(b, true, false);
        break;
    case COLLECTIVE_PATTERN:
        break;
    }
}

/* The way up of reductions; who broadcasts by a tree combines by one. */
static void reduce_to_one(builder *b, collective_algorithm how)
{
    switch (how) {
    case COLLECTIVE_DIRECT:
    case COLLECTIVE_LINEAR:
        linear_to_root(b, true);
        break;
    case COLLECTIVE_BINOMIAL:
    case COLLECTIVE_RECURSIVE_DOUBLING:
        binomial_up(b, false);
        break;
    case COLLECTIVE_RING:
        ring_along(b, true, true);
        break;
    case COLLECTIVE_PATTERN:
        break;
    }
}

static void allgather(builder *b, collective_algorithm how)
{
    switch (how) {
    case COLLECTIVE_DIRECT:
        direct_to_all(b, false);
        break;
    case COLLECTIVE_LINEAR:
        linear_to_root(b, false);
        linear_from_root(b, true);
        break;
    case COLLECTIVE_BINOMIAL:
        binomial_up(b, true);
        binomial_down(b, true, false);
        break;
    case COLLECTIVE_RECURSIVE_DOUBLING:
        doubling_gather(b, true);
        break;
    case COLLECTIVE_RING:
        ring_around(b, false, false);
        break;
    case COLLECTIVE_PATTERN:
        break;
    }
}

static void barrier(builder *b, collective_algorithm how, bool folds)
{
    switch (how) {
    case COLLECTIVE_DIRECT:
        direct_to_all(b, false);
        break;
    case COLLECTIVE_LINEAR:
        linear_to_root(b, false);
        linear_from_root(b, false);
        break;
    case COLLECTIVE_BINOMIAL:
        binomial_up(b, false);
        binomial_down(b, false, false);
        break;
    case COLLECTIVE_RECURSIVE_DOUBLING:
        if (folds)
            doubling_barrier_folded(b);
        else
            doubling_gather(b, false);
        break;
    case COLLECTIVE_RING:
        ring_along(b, false, false);
        ring_along(b, true, false);
        break;
    case COLLECTIVE_PATTERN:
        break;
    }
}

void collective_make(arena *a, collective_kind kind, collective_algorithm how,
                     collective_variant variant, int group_count, const collective_group *groups,
                     collective_round_vec *rounds)
{
    builder b = {.memory = a, .rounds = rounds, .group_count = group_count, .groups = groups};
    switch (kind) {
    case COLLECTIVE_BROADCAST:
        broadcast(&b, how, variant.far_first);
        break;
    case COLLECTIVE_REDUCE:
        if (group_count > 0 && groups[0].is_to_one)
            reduce_to_one(&b, how);
        else
            reduce(&b, how);
        break;
    case COLLECTIVE_ALLGATHER:
        allgather(&b, how);
        break;
    case COLLECTIVE_BARRIER:
        barrier(&b, how, variant.folds);
        break;
    case COLLECTIVE_ALLTOALL: /* the messages as they are */
    case COLLECTIVE_ALLTOALLV:
    case COLLECTIVE_REDUCE_TO_ONE:
    case COLLECTIVE_GATHER:
    case COLLECTIVE_SCATTER:
    case COLLECTIVE_KIND_COUNT:
        break;
    }
}

/* --- Messages ------------------------------------------------------------------ */

static int by_receiver(const void *x, const void *y)
{
    const collective_message *a = x, *b = y;
    if (a->receiver != b->receiver)
        return a->receiver < b->receiver ? -1 : 1;
    return (a->sender > b->sender) - (a->sender < b->sender);
}

void collective_sort(collective_round *round)
{
    bool is_sorted = true;
    for (int i = 1; i < round->count && is_sorted; i++)
        is_sorted = by_receiver(&round->messages[i - 1], &round->messages[i]) <= 0;
    if (!is_sorted)
        sort_items(round->messages, (size_t)round->count, sizeof *round->messages, by_receiver);
}

const double *collective_parts_before(arena *a, const collective_group *g, const int *order)
{
    if (!g->part)
        return NULL;
    double *before = ARENA_ARRAY(a, 2 * g->count + 1, double);
    for (int v = 0; v < 2 * g->count; v++)
        before[v + 1] = before[v] + g->part[order[v % g->count]];
    return before;
}

double collective_bytes(const collective_message *m, const collective_group *g,
                        const double *before)
{
    if (m->is_sized)
        return m->bytes;
    return before ? before[m->first_part + m->part_count] - before[m->first_part]
                  : g->bytes * m->part_count / m->pieces;
}

/* --- The order of members -------------------------------------------------------- */

typedef struct placed {
    int rank;
    unsigned long long place;
} placed;

static int by_place(const void *x, const void *y)
{
    const placed *a = x, *b = y;
    return (a->place > b->place) - (a->place < b->place);
}

bool collective_follows_cube(const sag_communication *c, collective_algorithm how)
{
    return c->topology == TOPOLOGY_HYPERCUBE &&
           (how == COLLECTIVE_BINOMIAL || how == COLLECTIVE_RECURSIVE_DOUBLING);
}

void collective_order_by_cube(arena *a, const sag_communication *c, int axes, const int *extents,
                              const int *coords, collective_group *g)
{
    placed *members = ARENA_ARRAY(a, g->count, placed);
    int *ranks = ARENA_ARRAY(a, g->count, int);
    unsigned long long root = 0;
    for (int v = 0; v < g->count; v++) {
        unsigned long long own = sag_node_number(c, axes, extents, coords + g->ranks[v] * axes);
        root = v ? root : own;
        members[v] = (placed){g->ranks[v], own ^ root};
    }
    sort_items(members, (size_t)g->count, sizeof *members, by_place);
    for (int v = 0; v < g->count; v++)
        ranks[v] = members[v].rank;
    g->ranks = ranks;
}
