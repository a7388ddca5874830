#include "estimator/message/round.h"

#include <stdlib.h>
#include <string.h>

#include "estimator/run/run.h"
#include "sysmodels/network/exchange.h"
#include "sysmodels/network/message.h"
#include "sysmodels/network/price.h"
#include "sysmodels/network/round.h"
#include "sysmodels/network/route.h"

/* Messages that are posted together, priced: what each processor does in the
 * round however its clock stands, and what reaches it from whom. Most processors
 * do the same, and their cost is kept once. */

void rounds_open(run *r)
{
    r->costs = ARENA_ARRAY(r->scratch, r->places, round_cost);
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

static bool is_priced(const price_memo *memo, message_kind kind, double bytes, sag_route route)
{
    const incoming *m = &memo->price;
    return memo->is_set && memo->pattern == kind.pattern && memo->dims == kind.dims &&
           memo->is_async == kind.is_async && m->bytes == bytes && m->route.hops == route.hops &&
           m->route.level == route.level;
}

/* Prices are remembered: many messages have the same. */
incoming round_message(run *r, message_kind kind, double bytes, sag_route route)
{
    uint64_t hash = (uint64_t)bytes * 31 + (uint64_t)route.hops * 7 + (uint64_t)route.level;
    price_memo *memo = &r->prices[hash % PRICE_MEMOS];
    if (is_priced(memo, kind, bytes, route))
        return memo->price;
    const network *n = &r->est->network;
    message_function f = sag_message_function(n->communication, kind.pattern, kind.dims);
    *memo = (price_memo){.is_set = true,
                         .pattern = kind.pattern,
                         .dims = kind.dims,
                         .is_async = kind.is_async,
                         .price = network_message(n, f, kind.is_async, bytes, route)};
    return memo->price;
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

/* Notes in what order messages go, on the grid that they travel in. */
static void order(run *r, arena *a, const proc_grid *grid, comm_round *round)
{
    grid_coords at = {0};
    if (grid)
        at = run_coords(r, grid);
    exchange_order(a, &r->est->network, r->procs, grid ? grid->rank : 0, at.extent, at.coord,
                   round);
}

void round_end(run *r, arena *a, round_vec *rounds, message_kind kind, comm_round *round)
{
    int *members = ARENA_ARRAY(a, r->places, int), *cost_of = ARENA_ARRAY(a, r->places, int);
    const network *n = &r->est->network;
    for (int p = 0; p < r->places; p++) {
        round_cost *c = &r->costs[p];
        if (!c->sends && !c->receives)
            continue;
        c->communication_error = (c->sent > c->received ? c->sent_error : c->received_error) +
                                 n->call_error * (c->sends + c->receives);
        round_cost_close(n, c);
        members[round->member_count] = p;
        cost_of[round->member_count++] = cost_number(a, &round->costs, c);
        *c = (round_cost){0};
    }
    if (exchange_is_ordered(n->exchange))
        order(r, a, kind.grid, round);
    round->pattern = kind.pattern;
    round->dims = kind.dims;
    round->members = round->member_count == r->places ? NULL : members;
    round->cost_of = cost_of;
    VEC_PUSH(a, rounds, *round);
}

/* --- Rounds ------------------------------------------------------------------ */

static int by_receiver(const void *x, const void *y)
{
    const posted *a = x, *b = y;
    if (a->receiver != b->receiver)
        return a->receiver < b->receiver ? -1 : 1;
    return (a->sender > b->sender) - (a->sender < b->sender);
}

static void sort_messages(posted_vec *messages)
{
    for (int i = 1; i < messages->count; i++)
        if (by_receiver(&messages->data[i - 1], &messages->data[i]) > 0) {
            qsort(messages->data, (size_t)messages->count, sizeof *messages->data, by_receiver);
            return;
        }
}

void round_close(run *r, arena *a, round_vec *rounds, message_kind kind, posted_vec *messages)
{
    if (!messages->count)
        return;
    sort_messages(messages);
    comm_round round = {.incoming = ARENA_ARRAY(a, messages->count, incoming)};
    int *first = ARENA_ARRAY(a, r->procs + 1, int);
    for (int i = 0, rank = 0; i < messages->count; i++) {
        const posted *m = &messages->data[i];
        incoming *in = &round.incoming[i];
        *in = round_message(r, kind, m->bytes, round_route(r, kind.grid, m->sender, m->receiver));
        in->from = m->sender - m->receiver;
        round_add_sent(r, m->sender, in);
        round_add_received(r, m->receiver, in);
        for (; rank < m->receiver; rank++)
            first[rank + 1] = i;
        first[rank + 1] = i + 1;
        if (i + 1 == messages->count)
            for (rank++; rank < r->procs; rank++)
                first[rank + 1] = i + 1;
    }
    round.first = first;
    messages->count = 0;
    round_end(r, a, rounds, kind, &round);
}
