#include <limits.h>
#include <stdlib.h>

#include "estimator/collective.h"
#include "estimator/run.h"

/* Collectives as rounds of point-to-point messages. Groups go through the same
 * rounds side by side. `v` is a member's place in its group; 0 is the root. */

typedef struct builder {
    arena *memory; /* of the plan */
    collective_plan *plan;
    int group_count;
    const comm_group *groups;
    VEC(plan_message) messages;
} builder;

/* A message of `parts` of as many as `whole` make the group's bytes. */
static void send(builder *b, const comm_group *g, int from, int to, double parts, double whole)
{
    plan_message m = {.sender = g->ranks[from],
                      .receiver = g->ranks[to],
                      .group = (int)(g - b->groups),
                      .parts = parts,
                      .whole = whole};
    VEC_PUSH(b->memory, &b->messages, m);
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
static void tree_down(builder *b, double parts)
{
    for (int distance = 1; distance < largest(b); distance *= 2) {
        for (int i = 0; i < b->group_count; i++) {
            const comm_group *g = &b->groups[i];
            for (int v = 0; v < distance && v + distance < g->count; v++)
                send(b, g, v, v + distance, parts > 0 ? parts : g->count, 1);
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
                    send(b, g, v + distance, v, 1, 1);
                continue;
            }
            for (int v = 0; v + distance < g->count; v += 2 * distance) {
                int subtree = g->count - v - distance;
                send(b, g, v + distance, v, subtree < distance ? subtree : distance, 1);
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
            send(b, &b->groups[i], v, 0, 1, 1);
    end_round(b, combines ? 1 : 0);
}

static void from_root(builder *b, bool sends_all)
{
    for (int i = 0; i < b->group_count; i++) {
        const comm_group *g = &b->groups[i];
        for (int v = 1; v < g->count; v++)
            send(b, g, 0, v, sends_all ? g->count : 1, 1);
    }
    end_round(b, 0);
}

static void everybody_to_everybody(builder *b, bool combines)
{
    for (int i = 0; i < b->group_count; i++)
        for (int v = 0; v < b->groups[i].count; v++)
            for (int w = 0; w < b->groups[i].count; w++)
                if (v != w)
                    send(b, &b->groups[i], v, w, 1, 1);
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
            send(b, g, outward ? 2 * x : 2 * x + 1, outward ? 2 * x + 1 : 2 * x, 1, 1);
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
                send(b, g, doubling_place(g, x), doubling_place(g, x ^ distance), 1, 1);
        }
        end_round(b, 1);
    }
    fold(b, true);
}

/* Powers of two exchange with v ^ distance; others pass on to v - distance all
 * they have (Bruck's order), so that any number takes ceil(log2) rounds. */
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
                send(b, g, v, is_power ? v ^ distance : (v + g->count - distance) % g->count,
                     has_parts ? parts : 1, 1);
        }
        end_round(b, 0);
    }
}

/* count - 1 rounds, each member to the next; `share` of a message each. */
static void around(builder *b, bool splits, bool combines)
{
    for (int step = 1; step < largest(b); step++) {
        for (int i = 0; i < b->group_count; i++) {
            const comm_group *g = &b->groups[i];
            for (int v = 0; v < g->count && step < g->count; v++)
                send(b, g, v, (v + 1) % g->count, 1, splits ? g->count : 1);
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
                send(b, g, v, to, 1, 1);
        }
        end_round(b, 0);
    }
}

static int by_number(const void *x, const void *y)
{
    const int *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

void collective_whole(run *r, arena *a, message_kind kind, message_function f, bool waits,
                      int group_count, const comm_group *groups, round_vec *rounds)
{
    double hidden = r->est->overlap, left = kind.is_async ? 1 : 1 - hidden;
    for (int i = 0; i < group_count; i++) {
        const comm_group *g = &groups[i];
        if (g->count < 2)
            continue;
        sag_price price = sag_price_message(f, g->bytes, (sag_route){0, 0});
        comm_round round = {.is_pattern = true, .root = g->ranks[0], .waits_for_all = waits};
        round.pattern_time = ticks_of(left * (price.occupancy + price.latency));
        if (kind.is_async)
            round.pattern_beside = ticks_of(hidden * (price.occupancy + price.latency));
        int *members = arena_copy(a, g->ranks, (size_t)g->count * sizeof *members);
        qsort(members, (size_t)g->count, sizeof *members, by_number);
        round.members = members;
        round.member_count = g->count;
        round_cost cost = {.sends = 1};
        cost.error[COMPONENT_COMMUNICATION] =
            ticks_of(left * price.error) + r->est->call_overhead.error_ticks;
        VEC_PUSH(a, &round.costs, cost);
        VEC_PUSH(a, rounds, round);
    }
}

/* A function of all processors together is none of a part of them. */
collective_algorithm collective_algorithm_of(const run *r, collective_kind kind, int members)
{
    const sag_collective *how = &r->est->machine->communication->collective[kind];
    return members < r->procs && how->subgroups_origin.source ? how->subgroups : how->algorithm;
}

static int smallest(int group_count, const comm_group *groups)
{
    int least = INT_MAX;
    for (int i = 0; i < group_count; i++)
        least = groups[i].count < least ? groups[i].count : least;
    return least;
}

bool collective_function(const run *r, collective_kind kind, message_kind messages, int members,
                         message_function *f, bool *waits)
{
    const sag_communication *c = r->est->machine->communication;
    const sag_collective *how = &c->collective[kind];
    const sag_pattern *p = sag_whole_pattern(c, messages.pattern);
    if (!p && collective_algorithm_of(r, kind, members) != COLLECTIVE_PATTERN)
        return false;
    bool completes = p ? p->measures == MEASURES_COMPLETION : how->measures_completion;
    *f = p ? sag_pattern_function(p, messages.dims)
           : (message_function){how->piece_count, how->pieces};
    *waits = completes || kind != COLLECTIVE_BROADCAST;
    return true;
}

/* A function for the whole, of the kind of communication or of the collective;
 * without one, false. */
static bool by_pattern(run *r, arena *a, collective_kind kind, message_kind messages,
                       int group_count, const comm_group *groups, round_vec *rounds)
{
    message_function f;
    bool waits;
    if (!collective_function(r, kind, messages, smallest(group_count, groups), &f, &waits))
        return false;
    bool is_own = sag_whole_pattern(r->est->machine->communication, messages.pattern) != NULL;
    if (kind == COLLECTIVE_ALLGATHER && !is_own) { /* by all parts together */
        comm_group *whole = arena_copy(a, groups, (size_t)group_count * sizeof *groups);
        for (int i = 0; i < group_count; i++)
            whole[i].bytes *= whole[i].count;
        groups = whole;
    }
    collective_whole(r, a, messages, f, waits, group_count, groups, rounds);
    return true;
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
        tree_down(b, 1);
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
        tree_down(b, 1);
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
        tree_down(b, 0);
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
        tree_down(b, 1);
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
static const comm_group *along_the_cube(run *r, arena *a, const proc_grid *grid, int count,
                                        const comm_group *groups)
{
    const sag_communication *c = r->est->machine->communication;
    if (c->topology != TOPOLOGY_HYPERCUBE || !grid)
        return groups;
    grid_coords at = run_coords(r, grid);
    comm_group *ordered = arena_copy(a, groups, (size_t)count * sizeof *groups);
    placed *members = ARENA_ARRAY(a, r->procs, placed);
    for (int i = 0; i < count; i++) {
        comm_group *g = &ordered[i];
        unsigned long long root = 0;
        for (int v = 0; v < g->count; v++) {
            unsigned long long own =
                sag_node_number(c, grid->rank, at.extent, at.coord + g->ranks[v] * grid->rank);
            root = v ? root : own;
            members[v] = (placed){g->ranks[v], own ^ root};
        }
        qsort(members, (size_t)g->count, sizeof *members, by_place);
        int *ranks = ARENA_ARRAY(a, g->count, int);
        for (int v = 0; v < g->count; v++)
            ranks[v] = members[v].rank;
        g->ranks = ranks;
    }
    return ordered;
}

void collective_make(run *r, arena *memory, collective_plan *plan, collective_kind kind,
                     const proc_grid *grid, int group_count, const comm_group *groups)
{
    collective_algorithm how = collective_algorithm_of(r, kind, smallest(group_count, groups));
    if (how == COLLECTIVE_BINOMIAL || how == COLLECTIVE_RECURSIVE_DOUBLING)
        groups = along_the_cube(r, memory, grid, group_count, groups);
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

void collective_rounds(run *r, arena *a, collective_kind kind, message_kind messages,
                       int group_count, const comm_group *groups, round_vec *rounds)
{
    if (by_pattern(r, a, kind, messages, group_count, groups, rounds))
        return;
    const collective_plan *plan = plan_find(r, kind, messages.grid, group_count, groups);
    plan_price(r, a, plan, messages, groups, rounds);
}
