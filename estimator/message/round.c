#include "estimator/message/round.h"

#include <string.h>

#include "estimator/run/regime.h"
#include "estimator/run/run.h"
#include "sysmodels/model/compiler.h"
#include "sysmodels/network/alike.h"
#include "sysmodels/network/contend.h"
#include "sysmodels/network/exchange.h"
#include "sysmodels/network/message.h"
#include "sysmodels/network/price.h"
#include "sysmodels/network/residual.h"
#include "sysmodels/network/round.h"
#include "sysmodels/network/route.h"

/* Messages that are posted together, priced: what each processor does in the
 * round however its clock stands, and what reaches it from whom. Most processors
 * do the same, and their cost is kept once. */

void rounds_open(run *r)
{
    r->costs = ARENA_ARRAY(r->scratch, r->places, round_cost);
    r->deed = ARENA_ARRAY(r->scratch, r->places, int);
    r->prices = ARENA_ARRAY(r->scratch, PRICE_MEMOS, price_memo);
}

/* --- Prices ------------------------------------------------------------------ */

sag_route round_route(run *r, const proc_grid *grid, int from, int to)
{
    if (!grid)
        return from == to ? (sag_route){0, 0} : sag_route_next(r->est->machine->communication);
    grid_coords at = run_coords(r, grid);
    return sag_route_between(r->est->machine->communication, grid->rank, at.extent,
                             at.coord + from * grid->rank, at.coord + to * grid->rank);
}

static bool is_of_library(const price_memo *memo, const library_price *l)
{
    return l ? memo->stretch == l->how->stretch && memo->waits == l->waits &&
                   memo->sends_first == l->how->sends_first
             : memo->stretch <= 0;
}

static bool is_priced(const price_memo *memo, message_kind kind, int64_t count, double bytes,
                      sag_route route)
{
    const incoming *m = &memo->price;
    return memo->is_set && memo->pattern == kind.pattern && memo->dims == kind.dims &&
           memo->is_async == kind.is_async && m->share == kind.share &&
           is_of_library(memo, kind.library) && m->count == count && m->bytes == bytes &&
           m->route.hops == route.hops && m->route.level == route.level;
}

/* Prices are remembered: many messages have the same. One that is not there takes the place of one
 * that the round has not. */
static price_memo *find_price(run *r, message_kind kind, int64_t count, double bytes,
                              sag_route route)
{
    enum { LOOKED_AT = 8 };
    uint64_t hash =
        hash_mix(hash_mix(hash_mix((uint64_t)bytes, (uint64_t)count), (uint64_t)route.hops),
                 (uint64_t)route.level);
    price_memo *memo = NULL;
    for (uint64_t i = hash; i < hash + LOOKED_AT; i++) {
        price_memo *at = &r->prices[i % PRICE_MEMOS];
        if (is_priced(at, kind, count, bytes, route))
            return at;
        if (!memo && !at->number)
            memo = at;
    }
    memo = memo ? memo : &r->prices[hash % PRICE_MEMOS];
    const network *n = &r->est->network;
    const library_price *l = kind.library;
    message_function f = sag_function_on(
        n->communication,
        l ? l->function : sag_message_function(n->communication, kind.pattern, kind.dims), route);
    *memo =
        (price_memo){.is_set = true,
                     .pattern = kind.pattern,
                     .dims = kind.dims,
                     .is_async = kind.is_async,
                     .waits = l && l->waits,
                     .sends_first = l && l->how->sends_first,
                     .stretch = l ? l->how->stretch : 0,
                     .price = network_part_message(n, f, kind.share, kind.is_async, bytes, route)};
    const quantity *residual = sag_residual(n->communication, kind.pattern);
    if (residual)
        memo->price.error +=
            ticks_of(residual->value * seconds_of(network_message_time(n, &memo->price)));
    if (count > 1)
        network_repeat(n, &memo->price, count);
    return memo;
}

incoming round_message(run *r, message_kind kind, double bytes, sag_route route)
{
    return find_price(r, kind, 1, bytes, route)->price;
}

static int number_of(run *r, arena *a, comm_round *round, message_kind kind, int64_t count,
                     double bytes, sag_route route)
{
    price_memo *memo = find_price(r, kind, count, bytes, route);
    if (!memo->number) {
        VEC_PUSH(a, &round->prices, memo->price);
        memo->number = round->prices.count;
    }
    return memo->number - 1;
}

int round_price(run *r, arena *a, comm_round *round, message_kind kind, double bytes,
                sag_route route)
{
    return number_of(r, a, round, kind, 1, bytes, route);
}

bool round_sends_elements(const run *r)
{
    return sag_message_form(r->est->machine) == MESSAGES_ELEMENTS;
}

int round_price_elements(run *r, arena *a, comm_round *round, message_kind kind, int64_t elements,
                         double bytes, sag_route route)
{
    return round_sends_elements(r) && elements > 0
               ? number_of(r, a, round, kind, elements, bytes, route)
               : number_of(r, a, round, kind, 1, (double)elements * bytes, route);
}

static void forget_numbers(run *r)
{
    for (int i = 0; i < PRICE_MEMOS; i++)
        r->prices[i].number = 0;
}

/* --- Costs ------------------------------------------------------------------- */

void round_add_sent(run *r, int sender, const incoming *m)
{
    round_cost_add_sent(&r->est->network, &r->costs[sender], m);
}

void round_add_received(run *r, int receiver, const incoming *m)
{
    round_cost_add_received(&r->est->network, &r->costs[receiver], m);
}

void round_add_copies(run *r, int place, const copies *n, bool is_sender)
{
    round_cost *c = &r->costs[place];
    if (n->is_left && !is_sender)
        return;
    c->copied += n->count;
    c->packing += is_sender ? n->packing : 0;
    c->unpacking += is_sender ? 0 : n->unpacking;
    c->processing_error += n->error;
}

/* Finds an equal cost among the last few different ones, or adds it. */
static int cost_number(arena *a, cost_vec *costs, const round_cost *cost)
{
    enum { LOOKED_AT = 8 };
    int least = costs->count > LOOKED_AT ? costs->count - LOOKED_AT : 0;
    for (int i = costs->count - 1; i >= least; i--)
        if (!memcmp(&costs->data[i], cost, sizeof *cost))
            return i;
    VEC_PUSH(a, costs, *cost);
    return costs->count - 1;
}

/* Notes in what order messages go, on the grid that they travel in, and what they take that share
 * links with others. */
static void order(run *r, arena *a, const proc_grid *grid, comm_round *round)
{
    const network *n = &r->est->network;
    const int axes = grid ? grid->rank : 0;
    const bool is_ordered = exchange_is_ordered(n->exchange),
               has_capacities = sag_has_capacities(n->communication);
    grid_coords at = {0};
    if (r->merged || (!is_ordered && !has_capacities))
        return;
    if (grid)
        at = run_coords(r, grid);
    if (is_ordered)
        exchange_order(a, n, r->procs, axes, at.extent, at.coord, round);
    if (has_capacities)
        contend_round(a, n, r->procs, axes, at.extent, at.coord, round, r->costs);
}

static void close_cost(const network *n, round_cost *c)
{
    c->communication_error = (c->sent > c->received ? c->sent_error : c->received_error) +
                             n->call_error * (c->sends + c->receives);
    round_cost_close(n, c);
}

int round_cost_number(run *r, arena *a, comm_round *round, round_cost *cost)
{
    close_cost(&r->est->network, cost);
    return cost_number(a, &round->costs, cost);
}

void round_end_members(run *r, arena *a, round_vec *rounds, message_kind kind, comm_round *round)
{
    forget_numbers(r);
    round->pattern = kind.pattern;
    round->dims = kind.dims;
    VEC_PUSH(a, rounds, *round);
}

void round_end_alike(run *r, arena *a, round_vec *rounds, message_kind kind, comm_round *round)
{
    round_cost *all = &r->costs[0];
    forget_numbers(r);
    close_cost(&r->est->network, all);
    VEC_PUSH(a, &round->costs, *all);
    *all = (round_cost){0};
    round->pattern = kind.pattern;
    round->dims = kind.dims;
    round->member_count = r->places;
    VEC_PUSH(a, rounds, *round);
}

/* Makes members of those who do anything. */
static void find_members(run *r, arena *a, const int *as, comm_round *round)
{
    int *members = ARENA_ARRAY(a, r->places, int), *cost_of = ARENA_ARRAY(a, r->places, int);
    arena *scratch = arena_new_under(a);
    int *number = ARENA_ARRAY(scratch, r->places, int);
    for (int p = 0; p < r->places; p++) {
        const int like = as ? as[p] : p;
        round_cost *c = like < 0 ? NULL : &r->costs[like];
        if (!c || (!as && !c->sends && !c->receives))
            continue;
        if (like == p) {
            close_cost(&r->est->network, c);
            number[p] = cost_number(a, &round->costs, c);
            *c = (round_cost){0};
        }
        members[round->member_count] = p;
        cost_of[round->member_count++] = number[like];
    }
    round->members = round->member_count == r->places ? NULL : members;
    round->cost_of = cost_of;
    arena_free(scratch);
}

void round_end_as(run *r, arena *a, round_vec *rounds, message_kind kind, const int *as,
                  comm_round *round)
{
    forget_numbers(r);
    order(r, a, kind.grid, round);
    find_members(r, a, as, round);
    round->pattern = kind.pattern;
    round->dims = kind.dims;
    if (exchange_is_ordered(r->est->network.exchange) && !r->merged &&
        !r->est->options.explicit_clocks)
        round->alike = round_alike_new(a);
    VEC_PUSH(a, rounds, *round);
}

void round_end(run *r, arena *a, round_vec *rounds, message_kind kind, comm_round *round)
{
    round_end_as(r, a, rounds, kind, NULL, round);
}

void round_copy_after(run *r, arena *a, comm_round *round, const copies *by_place, bool *is_done)
{
    int count = round->members ? round->member_count : r->places;
    int *cost_of = ARENA_ARRAY(a, r->places, int);
    for (int i = 0; i < count; i++) {
        int place = round_place(round, i);
        const copies *n = &by_place[place];
        cost_of[i] = round->cost_of[i];
        if (is_done[place] || n->is_left || !n->count)
            continue;
        round_cost c = *round_member_cost(round, i);
        c.copied += n->count;
        c.unpacking += n->unpacking;
        c.processing_error += n->error;
        cost_of[i] = cost_number(a, &round->costs, &c);
        is_done[place] = true;
    }
    round->cost_of = cost_of;
}
