#include "estimator/message/merged_doubling.h"

#include "estimator/message/gather_groups.h"
#include "estimator/message/library_rounds.h"
#include "estimator/run/run.h"
#include "sysmodels/network/collective/library.h"
#include "sysmodels/network/contend.h"
#include "sysmodels/network/message.h"
#include "sysmodels/network/place.h"
#include "sysmodels/network/price.h"
#include "sysmodels/network/route.h"

/* Let P be a power of two. Partners of a round have numbers that differ in one bit, so where
 * numbers are cut into bits (axes, switches, groups and nodes of powers of two), each of them is as
 * far from its partner as the others are from theirs. */

static bool is_power_of_two(double n)
{
    int whole = (int)n;
    return whole == n && whole > 0 && (whole & (whole - 1)) == 0;
}

/* ---- how far apart they are ---- */

static bool is_cut_into_bits(run *r, const proc_grid *grid)
{
    bool is_cut = !grid->of;
    for (int k = 0; k < grid->rank; k++)
        is_cut &= is_power_of_two(env_extent(r->env, grid, k));
    return is_cut;
}

bool doubling_has_equal_ways(run *r, const proc_grid *grid)
{
    const sag_communication *c = r->est->machine->communication;
    const int on_node = sag_ranks_per_node(c);
    if (!grid)
        return true; /* in no order: each is next to each */
    if (c->placement != PLACE_IN_ORDER)
        return false;
    bool is_cut = is_cut_into_bits(r, grid), is_row_major = c->embedding != EMBED_GRAY;
    switch (c->topology) {
    case TOPOLOGY_FULL:
    case TOPOLOGY_SWITCH:
        return on_node == 1 || (is_cut && is_row_major && is_power_of_two(on_node));
    case TOPOLOGY_HYPERCUBE:
        return is_cut && on_node == 1;
    case TOPOLOGY_MESH:
    case TOPOLOGY_TORUS:
        return is_cut && on_node == 1 && !sag_has_sides(c);
    case TOPOLOGY_FAT_TREE:
        return is_cut && is_row_major && is_power_of_two(on_node) &&
               is_power_of_two(c->arity.value) && is_power_of_two(sag_arity(c, 2)) &&
               is_power_of_two(sag_arity(c, 3));
    case TOPOLOGY_DRAGONFLY:
        return is_cut && is_row_major && is_power_of_two(on_node) &&
               is_power_of_two(c->switch_nodes.value) && is_power_of_two(c->group_nodes.value);
    }
    return false;
}

/* From the first processor to the one whose number is `distance`. */
static sag_route route_across(run *r, const proc_grid *grid, int distance)
{
    const sag_communication *c = r->est->machine->communication;
    int extents[MAX_RANK], from[MAX_RANK] = {0}, to[MAX_RANK];
    if (!grid)
        return sag_route_next(c);
    for (int k = grid->rank - 1, left = distance; k >= 0; k--) {
        extents[k] = env_extent(r->env, grid, k);
        to[k] = left % extents[k];
        left /= extents[k];
    }
    return sag_route_between(c, grid->rank, extents, from, to);
}

/* What messages meet on that way. */
static bool find_across(run *r, const proc_grid *grid, int distance, across *x)
{
    int extents[MAX_RANK];
    arena *scratch = arena_new_under(r->scratch);
    for (int k = 0; grid && k < grid->rank; k++)
        extents[k] = env_extent(r->env, grid, k);
    bool is_known = grid && fullest_across(scratch, r->est->machine->communication, grid->rank,
                                           extents, r->procs, distance, x);
    arena_free(scratch);
    return is_known;
}

static bool is_each_across_known(run *r, const proc_grid *grid)
{
    bool is_known = true;
    across x;
    if (!sag_has_capacities(r->est->machine->communication))
        return true;
    for (int distance = 1; distance < r->procs && is_known; distance *= 2)
        is_known = find_across(r, grid, distance, &x);
    return is_known;
}

/* ---- is it one? ---- */

static bool is_library_doubling(run *r, collective_kind kind)
{
    const sag_collective *c = &r->est->machine->communication->collective[kind];
    bool is = c->library_count > 0;
    for (int i = 0; i < c->library_count; i++)
        is &= c->library[i].how == LIBRARY_DOUBLING;
    return is;
}

static bool is_doubling(run *r, collective_kind kind, message_kind messages)
{
    const sag_communication *c = r->est->machine->communication;
    if (!is_power_of_two(r->procs))
        return false;
    if (library_is_used(r, kind, messages))
        return is_library_doubling(r, kind);
    return collective_algorithm_of(c, kind, r->procs, r->procs) == COLLECTIVE_RECURSIVE_DOUBLING;
}

bool doubling_is_alike(run *r, collective_kind kind, message_kind messages)
{
    return is_doubling(r, kind, messages) && doubling_has_equal_ways(r, messages.grid) &&
           is_each_across_known(r, messages.grid);
}

bool doubling_is_apart(run *r, collective_kind kind, message_kind messages)
{
    const sag_communication *c = r->est->machine->communication;
    return is_doubling(r, kind, messages) && !doubling_has_equal_ways(r, messages.grid) &&
           (c->placement != PLACE_IN_ORDER || sag_ranks_per_node(c) > 1);
}

bool doubling_is_quick(run *r, collective_kind kind, message_kind messages,
                       const collective_group *all)
{
    message_function f;
    bool waits;
    if (r->est->options.explicit_clocks || r->exchange.flows || all->count != r->procs ||
        all->is_to_one || all->part || kind == COLLECTIVE_BROADCAST)
        return false;
    const bool is_whole =
        !library_is_used(r, kind, messages) &&
        collective_function(r->scratch, r->est->machine->communication, kind, messages.pattern,
                            messages.dims, r->procs, r->procs, &f, &waits);
    return !is_whole && doubling_is_alike(r, kind, messages);
}

/* ---- its rounds ---- */

typedef struct doubling {
    message_kind messages;
    const collective_group *all;
    const gather_groups *groups; /* null: all are one, in the order of their ranks */
    bool combines;
    const int *role; /* by place: the only one */
    const int
        *order; /* places in a group by their numbers in the algorithm; null: they are these */
} doubling;

/* With whom each exchanges. */
static void set_partners(const doubling *d, int places, int distance, int *who)
{
    const int groups = d->groups ? d->groups->count : 1,
              size = d->groups ? d->groups->size : places;
    for (int i = 0; i < groups; i++)
        for (int v = 0; v < size; v++) {
            const int own = d->order ? d->order[v] : v;
            const int other = d->order ? d->order[v ^ distance] : v ^ distance;
            if (d->groups)
                who[d->groups->first[i] + d->groups->further[own]] =
                    d->groups->first[i] + d->groups->further[other];
            else
                who[own] = other;
        }
}

/* Where places share clocks everybody may have to wait for anybody; else for its partner. */
static void set_senders(run *r, arena *a, const doubling *d, int distance, comm_round *round)
{
    int *first = ARENA_ARRAY(a, 2, int), *sender_first = ARENA_ARRAY(a, 2, int);
    int *who = ARENA_ARRAY(a, r->places, int);
    for (int v = 0; v < r->places && r->merged; v++)
        who[v] = v;
    if (!r->merged)
        set_partners(d, r->places, distance, who);
    first[1] = 1;
    sender_first[1] = r->places;
    round->first = first;
    round->message_count = 1;
    round->partner = r->merged ? NULL : who;
    round->senders = r->merged ? who : NULL;
    round->sender_first = r->merged ? sender_first : NULL;
}

static void one_round(run *r, arena *a, const doubling *d, sag_route route, int distance,
                      double bytes, round_vec *rounds)
{
    across links;
    const library_price *library = d->messages.library;
    comm_round round = {.messages = ARENA_NEW(a, delivery),
                        .role = d->role,
                        .library = library ? library->how : NULL};
    round_price(r, a, &round, d->messages, bytes, route);
    round_add_sent(r, 0, round.prices.data);
    round_add_received(r, 0, round.prices.data);
    if (d->combines) {
        r->costs[0].combine = ticks_of(d->all->combine);
        r->costs[0].processing_error = ticks_of(d->all->combine_error);
    }
    if (sag_has_capacities(r->est->machine->communication) &&
        find_across(r, d->messages.grid, distance, &links))
        contend_across(&r->est->network, &links, &round, &r->costs[0]);
    set_senders(r, a, d, distance, &round);
    round_end_alike(r, a, rounds, d->messages, &round);
}

/* Where the program sends, partners in a cube are numbered to be neighbours. */
static const int *order_of_cube(run *r, arena *a, const proc_grid *grid,
                                const collective_group *all)
{
    const sag_communication *c = r->est->machine->communication;
    collective_group group = *all;
    if (r->merged || !grid || !collective_follows_cube(c, COLLECTIVE_RECURSIVE_DOUBLING))
        return NULL;
    grid_coords at = run_coords(r, grid);
    collective_order_by_cube(a, c, grid->rank, at.extent, at.coord, &group);
    return group.ranks;
}

void doubling_rounds(run *r, arena *a, collective_kind kind, message_kind messages,
                     const collective_group *all, round_vec *rounds)
{
    const sag_communication *c = r->est->machine->communication;
    collective_group group = *all;
    library_price price;
    const bool is_of_library = library_is_used(r, kind, messages),
               is_next = c->topology == TOPOLOGY_HYPERCUBE && !is_of_library;
    arena *scratch = arena_new_under(r->scratch);
    if (is_of_library) {
        message_function any = sag_message_function(c, messages.pattern, messages.dims);
        const sag_library *how = library_of(&c->collective[kind], kind, r->procs, all->bytes);
        price = (library_price){library_function(r->scratch, c, false, how, any), how, false};
        messages.library = &price;
        if (r->est->machine->trained.is_simulated) /* where combining takes no time */
            group.combine = group.combine_error = 0;
    }
    doubling d = {.messages = messages,
                  .all = &group,
                  .combines = kind == COLLECTIVE_REDUCE,
                  .role = ARENA_ARRAY(a, r->places, int),
                  .order = is_next ? order_of_cube(r, scratch, messages.grid, all) : NULL};
    for (int distance = 1; distance < r->procs; distance *= 2)
        one_round(r, a, &d, is_next ? sag_route_next(c) : route_across(r, messages.grid, distance),
                  distance, group.bytes, rounds);
    arena_free(scratch);
}

/* ---- all-gathers along axes ---- */

static bool is_gathered_so(run *r, message_kind messages, int size)
{
    const sag_communication *c = r->est->machine->communication;
    message_function f;
    bool waits;
    if (r->exchange.flows || sag_has_capacities(c) || !is_power_of_two(size) ||
        library_is_used(r, COLLECTIVE_ALLGATHER, messages) || !messages.grid)
        return false;
    return !collective_function(r->scratch, c, COLLECTIVE_ALLGATHER, messages.pattern,
                                messages.dims, size, r->procs, &f, &waits) &&
           collective_algorithm_of(c, COLLECTIVE_ALLGATHER, size, r->procs) ==
               COLLECTIVE_RECURSIVE_DOUBLING &&
           doubling_has_equal_ways(r, messages.grid);
}

/* The places in a group by their numbers in a cube: those of the first are everybody's, as the
 * bits of the other axes are the same for all in a group. */
static const int *order_in_group(run *r, arena *a, const proc_grid *grid,
                                 const gather_groups *groups)
{
    collective_group first = {.count = groups->size, .ranks = (int *)groups->further};
    const int *ranks = order_of_cube(r, a, grid, &first);
    int *order = ranks ? ARENA_ARRAY(a, groups->size, int) : NULL;
    int *place = ranks ? ARENA_ARRAY(a, r->procs, int) : NULL;
    for (int v = 0; v < groups->size && ranks; v++)
        place[groups->further[v]] = v;
    for (int v = 0; v < groups->size && ranks; v++)
        order[v] = place[ranks[v]];
    return order;
}

bool doubling_is_gather(run *r, message_kind messages, const transfer_gather *along)
{
    int64_t elements;
    int size = 1;
    for (int k = 0; k < along->grid->rank; k++)
        size *= along->is_along[k] ? along->extent[k] : 1;
    return gather_is_even(along, &elements) && messages.grid == along->grid &&
           is_gathered_so(r, messages, size);
}

bool doubling_gathers(run *r, arena *a, const communication *c, message_kind messages,
                      const transfer_gather *along, round_vec *rounds)
{
    int64_t elements;
    const bool is_next = r->est->machine->communication->topology == TOPOLOGY_HYPERCUBE;
    if (!doubling_is_gather(r, messages, along))
        return false;
    gather_is_even(along, &elements);
    arena *scratch = arena_new_under(r->scratch);
    const gather_groups groups = gather_groups_of(scratch, along);
    collective_group all = {.bytes = (double)elements * c->elem_bytes};
    doubling d = {.messages = messages,
                  .all = &all,
                  .groups = &groups,
                  .role = ARENA_ARRAY(a, r->places, int),
                  .order = order_in_group(r, scratch, messages.grid, &groups)};
    for (int distance = 1; distance < groups.size; distance *= 2)
        one_round(r, a, &d,
                  is_next ? sag_route_next(r->est->machine->communication)
                          : route_across(r, messages.grid, groups.further[distance]),
                  distance, all.bytes * distance, rounds);
    arena_free(scratch);
    return true;
}
