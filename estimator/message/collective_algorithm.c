#include "estimator/message/collective_algorithm.h"

#include "estimator/message/collective.h"
#include "estimator/message/collective_plan.h"
#include "estimator/message/round.h"
#include "estimator/run/run.h"
#include "support/sort.h"
#include "sysmodels/network/route.h"

/* Collectives as rounds of point-to-point messages. Groups go through the same
 * rounds side by side. `v` is a member's place in its group; 0 is the root. */

typedef struct builder {
    arena *memory; /* of the plan */
    collective_plan *plan;
    int group_count;
    const comm_group *groups;
    VEC(plan_message) messages;
} builder;

/* The parts of `count` members from `first` on, of an all-gather. */
static void send_parts(builder *b, const comm_group *g, int from, int to, int first, int count)
{
    plan_message m = {.sender = g->ranks[from],
                      .receiver = g->ranks[to],
                      .group = (int)(g - b->groups),
                      .first_part = first,
                      .part_count = count,
                      .pieces = 1};
    VEC_PUSH(b->memory, &b->messages, m);
}

/* One of `pieces` of the group's message. */
static void send(builder *b, const comm_group *g, int from, int to, int pieces)
{
    send_parts(b, g, from, to, from, 1);
    b->messages.data[b->messages.count - 1].pieces = pieces;
}

static void send_all(builder *b, const comm_group *g, int from, int to)
{
    send_parts(b, g, from, to, 0, g->count);
}

/* Ends a round. When `share` is positive each receiver combines what it
 * received with its own, for that share of the message. */
static void end_round(builder *b, double share)
{
    if (b->messages.count)
        plan_add_round(b->plan, b->messages.count, b->messages.data, share);
    b->messages.count = 0;
}

static int largest(const builder *b)
{
    int most = 0;
    for (int i = 0; i < b->group_count; i++)
        if (b->groups[i].count > most)
            most = b->groups[i].count;
    return most;
}

/* Each round doubles those that have the message: v sends to v + distance. */
static void tree_down(builder *b, bool sends_all)
{
    for (int distance = 1; distance < largest(b); distance *= 2) {
        for (int i = 0; i < b->group_count; i++) {
            const comm_group *g = &b->groups[i];
            for (int v = 0; v < distance && v + distance < g->count; v++)
                if (sends_all)
                    send_all(b, g, v, v + distance);
                else
                    send(b, g, v, v + distance, 1);
        }
        end_round(b, 0);
    }
}

/* The tree upwards. What arrives is combined, or joined to what is there. */
static void tree_up(builder *b, bool joins)
{
    int top = 1;
    while (top < largest(b))
        top *= 2;
    for (int distance = joins ? 1 : top / 2; joins ? distance < top : distance >= 1;
         distance = joins ? distance * 2 : distance / 2) {
        for (int i = 0; i < b->group_count; i++) {
            const comm_group *g = &b->groups[i];
            if (!joins) {
                for (int v = 0; v < distance && v + distance < g->count; v++)
                    send(b, g, v + distance, v, 1);
                continue;
            }
            for (int v = 0; v + distance < g->count; v += 2 * distance) {
                int subtree = g->count - v - distance;
                send_parts(b, g, v + distance, v, v + distance,
                           subtree < distance ? subtree : distance);
            }
        }
        end_round(b, joins ? 0 : 1);
    }
}

/* Everybody to the root, in one exchange; the root serves them one by one. */
static void to_root(builder *b, bool combines)
{
    for (int i = 0; i < b->group_count; i++)
        for (int v = 1; v < b->groups[i].count; v++)
            send(b, &b->groups[i], v, 0, 1);
    end_round(b, combines ? 1 : 0);
}

static void from_root(builder *b, bool sends_all)
{
    for (int i = 0; i < b->group_count; i++) {
        const comm_group *g = &b->groups[i];
        for (int v = 1; v < g->count; v++)
            if (sends_all)
                send_all(b, g, 0, v);
            else
                send(b, g, 0, v, 1);
    }
    end_round(b, 0);
}

static void everybody_to_everybody(builder *b, bool combines)
{
    for (int i = 0; i < b->group_count; i++)
        for (int v = 0; v < b->groups[i].count; v++)
            for (int w = 0; w < b->groups[i].count; w++)
                if (v != w)
                    send(b, &b->groups[i], v, w, 1);
    end_round(b, combines ? 1 : 0);
}

static int power_below(int n)
{
    int power = 1;
    while (power * 2 <= n)
        power *= 2;
    return power;
}

/* The place of number x among the 2^k members that stay when the others, one
 * of each of the first pairs, have handed over what they have. */
static int doubling_place(const comm_group *g, int x)
{
    int extra = g->count - power_below(g->count);
    return x < extra ? 2 * x : x + extra;
}

static void fold(builder *b, bool outward)
{
    for (int i = 0; i < b->group_count; i++) {
        const comm_group *g = &b->groups[i];
        int extra = g->count - power_below(g->count);
        for (int x = 0; x < extra; x++)
            send(b, g, outward ? 2 * x : 2 * x + 1, outward ? 2 * x + 1 : 2 * x, 1);
    }
    end_round(b, outward ? 0 : 1);
}

static void reduce_by_doubling(builder *b)
{
    fold(b, false);
    for (int distance = 1; distance < largest(b); distance *= 2) {
        for (int i = 0; i < b->group_count; i++) {
            const comm_group *g = &b->groups[i];
            int members = power_below(g->count);
            for (int x = 0; x < members && distance < members; x++)
                send(b, g, doubling_place(g, x), doubling_place(g, x ^ distance), 1);
        }
        end_round(b, 1);
    }
    fold(b, true);
}

/* Powers of two exchange with v ^ distance what they have, the parts of their subcube;
 * others pass on to v - distance all they have, the parts from their own on (Bruck's
 * order), so that any number takes ceil(log2) rounds. */
static void gather_by_doubling(builder *b, bool has_parts)
{
    for (int distance = 1; distance < largest(b); distance *= 2) {
        for (int i = 0; i < b->group_count; i++) {
            const comm_group *g = &b->groups[i];
            if (distance >= g->count)
                continue;
            bool is_power = power_below(g->count) == g->count;
            int parts = distance < g->count - distance ? distance : g->count - distance;
            for (int v = 0; v < g->count; v++)
                send_parts(b, g, v, is_power ? v ^ distance : (v + g->count - distance) % g->count,
                           is_power ? v / distance * distance : v, has_parts ? parts : 1);
        }
        end_round(b, 0);
    }
}

/* count - 1 rounds, each member to the next what it got in the round before, its own
 * first; where it `splits` a message, one of as many pieces as there are members. */
static void around(builder *b, bool splits, bool combines)
{
    for (int step = 1; step < largest(b); step++) {
        for (int i = 0; i < b->group_count; i++) {
            const comm_group *g = &b->groups[i];
            for (int v = 0; v < g->count && step < g->count; v++)
                if (splits)
                    send(b, g, v, (v + 1) % g->count, g->count);
                else
                    send_parts(b, g, v, (v + 1) % g->count, (v + g->count - step + 1) % g->count,
                               1);
        }
        end_round(b, combines ? 1.0 / largest(b) : 0);
    }
}

/* One message at a time along the members, and for the way back again. */
static void along(builder *b, bool returns)
{
    for (int step = 0; step < largest(b) - 1; step++) {
        for (int i = 0; i < b->group_count; i++) {
            const comm_group *g = &b->groups[i];
            int v = returns ? g->count - 1 - step : step, to = returns ? v - 1 : v + 1;
            if (v >= 0 && v < g->count && to >= 0 && to < g->count)
                send(b, g, v, to, 1);
        }
        end_round(b, 0);
    }
}

static void broadcast(builder *b, collective_algorithm how)
{
    switch (how) {
    case COLLECTIVE_DIRECT:
    case COLLECTIVE_LINEAR:
        from_root(b, false);
        break;
    case COLLECTIVE_BINOMIAL:
    case COLLECTIVE_RECURSIVE_DOUBLING:
        tree_down(b, false);
        break;
    case COLLECTIVE_RING:
        along(b, false);
        break;
    case COLLECTIVE_PATTERN:
        break;
    }
}

static void reduce(builder *b, collective_algorithm how)
{
    switch (how) {
    case COLLECTIVE_DIRECT:
        everybody_to_everybody(b, true);
        break;
    case COLLECTIVE_LINEAR:
        to_root(b, true);
        from_root(b, false);
        break;
    case COLLECTIVE_BINOMIAL:
        tree_up(b, false);
        tree_down(b, false);
        break;
    case COLLECTIVE_RECURSIVE_DOUBLING:
        reduce_by_doubling(b);
        break;
    case COLLECTIVE_RING:
        around(b, true, true);
        around(b, true, false);
        break;
    case COLLECTIVE_PATTERN:
        break;
    }
}

static void allgather(builder *b, collective_algorithm how)
{
    switch (how) {
    case COLLECTIVE_DIRECT:
        everybody_to_everybody(b, false);
        break;
    case COLLECTIVE_LINEAR:
        to_root(b, false);
        from_root(b, true);
        break;
    case COLLECTIVE_BINOMIAL:
        tree_up(b, true);
        tree_down(b, true);
        break;
    case COLLECTIVE_RECURSIVE_DOUBLING:
        gather_by_doubling(b, true);
        break;
    case COLLECTIVE_RING:
        around(b, false, false);
        break;
    case COLLECTIVE_PATTERN:
        break;
    }
}

static void barrier(builder *b, collective_algorithm how)
{
    switch (how) {
    case COLLECTIVE_DIRECT:
        everybody_to_everybody(b, false);
        break;
    case COLLECTIVE_LINEAR:
        to_root(b, false);
        from_root(b, false);
        break;
    case COLLECTIVE_BINOMIAL:
        tree_up(b, false);
        tree_down(b, false);
        break;
    case COLLECTIVE_RECURSIVE_DOUBLING:
        gather_by_doubling(b, false);
        break;
    case COLLECTIVE_RING:
        along(b, false);
        along(b, true);
        break;
    case COLLECTIVE_PATTERN:
        break;
    }
}

typedef struct placed {
    int rank;
    unsigned long long place;
} placed;

static int by_place(const void *x, const void *y)
{
    const placed *a = x, *b = y;
    return (a->place > b->place) - (a->place < b->place);
}

/* Trees and doublings follow the dimensions of a cube: members come in the order
 * of the bits in which their nodes differ from the root's, so that partners of a
 * round are neighbours wherever the members are a subcube. */
static void order_along_the_cube(run *r, arena *a, const proc_grid *grid, comm_group *g)
{
    const sag_communication *c = r->est->machine->communication;
    grid_coords at = run_coords(r, grid);
    placed *members = ARENA_ARRAY(a, g->count, placed);
    int *ranks = ARENA_ARRAY(a, g->count, int);
    unsigned long long root = 0;
    for (int v = 0; v < g->count; v++) {
        unsigned long long own =
            sag_node_number(c, grid->rank, at.extent, at.coord + g->ranks[v] * grid->rank);
        root = v ? root : own;
        members[v] = (placed){g->ranks[v], own ^ root};
    }
    sort_items(members, (size_t)g->count, sizeof *members, by_place);
    for (int v = 0; v < g->count; v++)
        ranks[v] = members[v].rank;
    g->ranks = ranks;
}

/* The groups, for the plan to keep, with their members in the order of the algorithm. */
static const comm_group *in_order(run *r, arena *a, collective_algorithm how, const proc_grid *grid,
                                  int count, const comm_group *groups)
{
    bool has_dimensions = how == COLLECTIVE_BINOMIAL || how == COLLECTIVE_RECURSIVE_DOUBLING;
    bool is_cube = r->est->machine->communication->topology == TOPOLOGY_HYPERCUBE && grid;
    comm_group *own = arena_copy(a, groups, (size_t)count * sizeof *groups);
    for (int i = 0; i < count; i++) {
        if (has_dimensions && is_cube)
            order_along_the_cube(r, a, grid, &own[i]);
        else
            own[i].ranks = arena_copy(a, own[i].ranks, (size_t)own[i].count * sizeof(int));
    }
    return own;
}

void collective_make(run *r, arena *memory, collective_plan *plan, collective_kind kind,
                     const proc_grid *grid, int group_count, const comm_group *groups)
{
    collective_algorithm how =
        collective_algorithm_of(r, kind, collective_smallest(group_count, groups));
    groups = in_order(r, memory, how, grid, group_count, groups);
    plan_set_order(plan, groups);
    builder b = {.memory = memory, .plan = plan, .group_count = group_count, .groups = groups};
    switch (kind) {
    case COLLECTIVE_BROADCAST:
        broadcast(&b, how);
        break;
    case COLLECTIVE_REDUCE:
        reduce(&b, how);
        break;
    case COLLECTIVE_ALLGATHER:
        allgather(&b, how);
        break;
    case COLLECTIVE_BARRIER:
        barrier(&b, how);
        break;
    case COLLECTIVE_KIND_COUNT:
        break;
    }
}
