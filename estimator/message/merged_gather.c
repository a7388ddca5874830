#include "estimator/message/merged_gather.h"

#include "estimator/message/gather_groups.h"
#include "estimator/message/long_transfer.h"
#include "estimator/message/merged_doubling.h"
#include "estimator/message/round.h"
#include "estimator/message/schedule_called.h"
#include "estimator/message/schedule_shift.h"
#include "estimator/run/run.h"
#include "sysmodels/network/exchange.h"
#include "sysmodels/network/links.h"
#include "sysmodels/network/message.h"
#include "sysmodels/network/round.h"
#include "sysmodels/network/route.h"

static bool is_gather(const communication *c)
{
    return (c->kind == COMM_ALLGATHER || c->kind == COMM_IRREGULAR) && !c->async;
}

bool merged_gather_may_be_doubling(run *r, const communication *c)
{
    return is_gather(c) && schedule_is_collective(r, c, schedule_kind(r, c));
}

/* ---- is it one? ---- */

/* Whoever is the first: numbers are renumbered by xor where they are cut into bits, and go round a
 * torus; a mesh has ends. */
static bool is_direct(run *r, const communication *c, message_kind kind)
{
    return !exchange_is_ordered(r->est->network.exchange) && !shift_is_phased(r, c) &&
           !shift_is_pairwise(r, c, kind) && !sag_has_capacities(r->est->network.communication) &&
           r->est->network.communication->topology != TOPOLOGY_MESH &&
           doubling_has_equal_ways(r, kind.grid);
}

/* What it gathers; null: it is something else. */
static const transfer_gather *find(run *r, const aag_unit *u)
{
    int64_t elements;
    bool ok = true, is_more = false;
    transfer sums;
    transfer_gather *along = ARENA_NEW(r->scratch, transfer_gather);
    arena *scratch = arena_new_under(r->scratch);
    run_set_rank(r, 0);
    const bool is = long_transfer_compute_gather_few(r, scratch, u, &is_more, &sums, along, &ok) &&
                    along->grid && gather_is_even(along, &elements);
    if (!ok)
        env_forget_failure(r->env);
    for (int k = 0; is && k < along->grid->rank; k++)
        along->own[k] =
            arena_copy(r->scratch, along->own[k], (size_t)along->extent[k] * sizeof *along->own[k]);
    if (is)
        r->comms[u->id].sums =
            (transfer){.count = sums.count, .elements = sums.elements, .is_bound = sums.is_bound};
    arena_free(scratch);
    return is ? along : NULL;
}

bool merged_gather_find(run *r, const aag_unit *u)
{
    const communication *c = u->comm;
    const message_kind kind = schedule_kind(r, c);
    const bool by_collective = schedule_is_collective(r, c, kind);
    if (!is_gather(c) || !kind.grid || kind.grid != c->source.grid || called_may_be(r, c, kind) ||
        (!by_collective && !is_direct(r, c, kind)))
        return false;
    const transfer_gather *along = find(r, u);
    if (!along || (by_collective && !doubling_is_gather(r, kind, along)))
        return false;
    r->comms[u->id].along = along;
    return true;
}

/* ---- its round, where messages go as they are ---- */

/* Messages of one processor that cost the same. */
typedef struct gathered_messages {
    sag_route route;
    unsigned axes; /* on which receivers differ from it, a bit each */
    int64_t count;
} gathered_messages;

typedef VEC(gathered_messages) gathered_vec;

static void count_one(arena *a, gathered_vec *all, sag_route route, unsigned axes)
{
    enum { LOOKED_AT = 32 }; /* what is not found there is counted by itself */
    const int least = all->count > LOOKED_AT ? all->count - LOOKED_AT : 0;
    int i = all->count - 1;
    while (i >= least && (all->data[i].route.hops != route.hops ||
                          all->data[i].route.level != route.level || all->data[i].axes != axes))
        i--;
    if (i < least) {
        VEC_PUSH(a, all, ((gathered_messages){route, axes, 0}));
        i = all->count - 1;
    }
    all->data[i].count++;
}

/* Those of the first processor to each other one of its group. */
static gathered_vec messages_of(run *r, arena *a, const transfer_gather *along)
{
    const gather_groups groups = gather_groups_of(a, along);
    const int axes = along->grid->rank;
    gathered_vec all = {0};
    int from[MAX_RANK] = {0}, to[MAX_RANK];
    for (int v = 1; v < groups.size; v++) {
        unsigned differ = 0;
        for (int k = axes - 1, rest = groups.further[v]; k >= 0; k--) {
            to[k] = rest % along->extent[k];
            rest /= along->extent[k];
            differ |= (unsigned)(to[k] != 0) << k;
        }
        count_one(a, &all,
                  sag_route_between(r->est->machine->communication, axes, along->extent, from, to),
                  differ);
    }
    return all;
}

static void add_copies(run *r, const communication *c, int axes, const gathered_messages *m,
                       int64_t elements)
{
    int by[MAX_RANK] = {0};
    for (int k = 0; k < axes; k++)
        by[k] = m->axes >> k & 1;
    copies n = shift_copies(r, c, axes, by, elements);
    for (int64_t i = 0; i < m->count && n.count; i++) {
        round_add_copies(r, 0, &n, true);
        round_add_copies(r, 0, &n, false);
    }
}

/* Element by element prices are numbered, in `numbered`. */
static incoming price_of(run *r, arena *a, const aag_unit *u, message_kind kind, int64_t elements,
                         sag_route route, comm_round *numbered)
{
    const double bytes = (double)u->comm->elem_bytes;
    if (!round_sends_elements(r))
        return round_message(r, kind, (double)elements * bytes, route);
    int number = round_price_elements(r, a, numbered, kind, elements, bytes, route);
    return numbered->prices.data[number];
}

/* Adds what one processor sends and receives to the first cost. Returns what all of it is as one
 * message. */
static incoming add_messages(run *r, const aag_unit *u, message_kind kind,
                             const transfer_gather *along)
{
    int64_t elements;
    incoming all_of_it = {0};
    comm_round numbered = {0};
    arena *scratch = arena_new_under(r->scratch);
    const gathered_vec all = messages_of(r, scratch, along);
    gather_is_even(along, &elements);
    for (int i = 0; i < all.count; i++) {
        const gathered_messages *m = &all.data[i];
        const incoming price = price_of(r, scratch, u, kind, elements, m->route, &numbered);
        for (int64_t k = 0; k < m->count; k++) {
            round_add_sent(r, 0, &price);
            round_add_received(r, 0, &price);
        }
        add_copies(r, u->comm, along->grid->rank, m, elements);
        const int128 occupancy = all_of_it.occupancy + m->count * price.occupancy;
        all_of_it = price;
        all_of_it.occupancy = occupancy;
    }
    arena_free(scratch);
    return all_of_it;
}

/* All come as one message that takes as long as they do: of who is the latest, for clocks that
 * are never early, and of who is the earliest, for those that are never late. */
static void come_together(run *r, arena *a, const incoming *all, comm_round *round)
{
    delivery *one = ARENA_NEW(a, delivery);
    int *first = ARENA_ARRAY(a, 2, int), *sender_first = ARENA_ARRAY(a, 2, int);
    int *who = ARENA_ARRAY(a, r->places, int);
    for (int p = 0; p < r->places; p++)
        who[p] = p;
    first[1] = 1;
    sender_first[1] = r->places;
    VEC_PUSH(a, &round->prices, *all);
    round->messages = one;
    round->role = ARENA_ARRAY(a, r->places, int);
    round->first = first;
    round->message_count = 1;
    round->senders = who;
    round->sender_first = sender_first;
}

void merged_gather(run *r, arena *a, const aag_unit *u, schedule *s, round_vec *rounds)
{
    const communication *c = u->comm;
    const comm_state *state = &r->comms[u->id];
    const message_kind kind = schedule_kind(r, c);
    const bool by_collective = schedule_is_collective(r, c, kind);
    comm_round round = {0};
    s->messages =
        round_sends_elements(r) && !by_collective ? state->along->moved : state->along->messages;
    s->bytes = state->along->moved * c->elem_bytes;
    s->is_bound = state->sums.is_bound;
    if (!state->along->messages)
        return;
    if (by_collective) {
        doubling_gathers(r, a, c, kind, state->along, rounds);
        return;
    }
    const incoming all = add_messages(r, u, kind, state->along);
    come_together(r, a, &all, &round);
    round_end_alike(r, a, rounds, kind, &round);
}
