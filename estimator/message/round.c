#include "estimator/message/round.h"

#include <stdlib.h>
#include <string.h>

#include "estimator/message/loggp.h"
#include "estimator/message/push.h"
#include "estimator/run/run.h"
#include "sysmodels/network/price.h"
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

sag_price round_price(const run *r, message_kind kind, double bytes, sag_route route)
{
    const sag_communication *c = r->est->machine->communication;
    return sag_price_message(sag_message_function(c, kind.pattern, kind.dims), bytes, route);
}

static bool is_priced(const price_memo *memo, message_kind kind, double bytes, sag_route route)
{
    const incoming *m = &memo->price;
    return memo->is_set && memo->pattern == kind.pattern && memo->dims == kind.dims &&
           memo->is_async == kind.is_async && m->bytes == bytes && m->route.hops == route.hops &&
           m->route.level == route.level;
}

/* A processor is kept for what a message occupies, but for what is done beside it. */
static void set_kept(const run *r, incoming *m, int128 beside)
{
    m->send = m->occupancy - beside;
    m->receive = r->est->exchange == EXCHANGE_PUSHED ? 0 : m->send;
}

/* What is beside an adapter is the processor's, whatever is said of overlap. */
static void set_overheads(incoming *m, const sag_price *price, double left)
{
    m->send = ticks_of(left * price->send);
    m->receive = ticks_of(left * price->receive);
    m->handshake = ticks_of(left * price->handshake);
    m->waits_for_receiver = price->waits_for_receiver;
}

/* The part of a communication that computation hides does not count: seed 004,
 * section 2.3, "Modeling Communication-Computation Overlaps". Where the program says
 * what is computed meanwhile, that part is done beside it, and simulate/async.c sees whether
 * there is time for it. */
incoming round_message(run *r, message_kind kind, double bytes, sag_route route)
{
    uint64_t hash = (uint64_t)bytes * 31 + (uint64_t)route.hops * 7 + (uint64_t)route.level;
    price_memo *memo = &r->prices[hash % PRICE_MEMOS];
    if (is_priced(memo, kind, bytes, route))
        return memo->price;
    double hidden = r->est->overlap, left = kind.is_async ? 1 : 1 - hidden;
    sag_price price = round_price(r, kind, bytes, route);
    bool is_adapter = r->est->exchange == EXCHANGE_ADAPTER;
    /* Where processors do the adapter's work, what they pay beside it is theirs too. */
    double occupied =
        price.occupancy + (is_adapter ? 0 : price.send + price.receive + price.handshake);
    *memo = (price_memo){.is_set = true, .pattern = kind.pattern, .dims = kind.dims};
    memo->is_async = kind.is_async;
    memo->price =
        (incoming){.route = route,
                   .bytes = bytes,
                   .occupancy = ticks_of(left * occupied),
                   .latency = ticks_of(left * price.latency),
                   .error = ticks_of(left * price.error),
                   .passes = ticks_of(left * price.piece->latency_per_byte.value * bytes)};
    if (is_adapter)
        set_overheads(&memo->price, &price, left);
    else
        set_kept(r, &memo->price, kind.is_async ? ticks_of(hidden * occupied) : 0);
    return memo->price;
}

/* --- Costs ------------------------------------------------------------------- */

int128 round_message_time(const run *r, const incoming *m)
{
    int128 beside = r->est->exchange == EXCHANGE_ADAPTER ? m->send + m->handshake + m->receive : 0;
    return m->occupancy + m->latency + beside;
}

/* One more message, counted before; `kept` is the processor's time for it. */
static void note_message(const run *r, round_cost *c, const incoming *m, int128 kept)
{
    int128 time = round_message_time(r, m);
    bool is_first = c->sends + c->receives == 1;
    if (is_first || m->bytes < c->least)
        c->least = m->bytes;
    if (!is_first && time != c->largest)
        c->has_shorter = true;
    if (kept > c->longest)
        c->longest = kept;
    if (m->bytes < c->bytes || (m->bytes == c->bytes && time <= c->largest))
        return;
    c->bytes = m->bytes;
    c->largest = time;
}

void round_add_sent(run *r, int sender, const incoming *m)
{
    round_cost *from = &r->costs[sender];
    from->sends++;
    from->sent += m->occupancy;
    from->sending += m->send;
    from->sent_error += m->error;
    note_message(r, from, m, r->est->exchange == EXCHANGE_ADAPTER ? m->send : m->occupancy);
}

void round_add_received(run *r, int receiver, const incoming *m)
{
    round_cost *to = &r->costs[receiver];
    to->receives++;
    to->received += m->occupancy;
    to->receiving += m->receive;
    to->received_error += m->error;
    note_message(r, to, m, r->est->exchange == EXCHANGE_ADAPTER ? m->receive : m->occupancy);
    if (m->latency > to->latency)
        to->latency = m->latency;
}

void round_add_copies(run *r, int place, const copies *n, bool is_sender)
{
    round_cost *c = &r->costs[place];
    if (n->is_left && !is_sender)
        return;
    c->copied += n->count;
    c->packing += is_sender ? n->packing : 0;
    c->unpacking += is_sender ? 0 : n->unpacking;
    c->error[COMPONENT_PROCESSING] += n->error;
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

void round_close_cost(const run *r, round_cost *c)
{
    c->before = r->est->call_overhead.ticks * (c->sends + c->receives) + c->packing;
    c->busy = c->sent > c->received ? c->sent : c->received;
    c->left = c->receiving > c->sending ? c->receiving - c->sending : 0;
    if (r->est->exchange == EXCHANGE_PUSHED)
        push_close_cost(c);
    if (r->est->exchange == EXCHANGE_ADAPTER)
        adapter_close_cost(c);
}

void round_end(run *r, arena *a, round_vec *rounds, comm_round *round)
{
    int *members = ARENA_ARRAY(a, r->places, int), *cost_of = ARENA_ARRAY(a, r->places, int);
    int128 call_error = r->est->call_overhead.error_ticks;
    for (int p = 0; p < r->places; p++) {
        round_cost *c = &r->costs[p];
        if (!c->sends && !c->receives)
            continue;
        c->error[COMPONENT_COMMUNICATION] =
            (c->sent > c->received ? c->sent_error : c->received_error) +
            call_error * (c->sends + c->receives);
        round_close_cost(r, c);
        members[round->member_count] = p;
        cost_of[round->member_count++] = cost_number(a, &round->costs, c);
        *c = (round_cost){0};
    }
    if (r->est->exchange == EXCHANGE_PUSHED)
        push_order(r, round);
    if (r->est->exchange == EXCHANGE_ADAPTER)
        adapter_order(r, a, round);
    round->members = round->member_count == r->places ? NULL : members;
    round->cost_of = cost_of;
    VEC_PUSH(a, rounds, *round);
}

/* The number of a processor among the members; -1: it is none. */
static int member_of(const comm_round *round, int rank)
{
    if (!round->members)
        return rank;
    int low = 0, high = round->member_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (round->members[middle] < rank)
            low = middle + 1;
        else
            high = middle;
    }
    return low < round->member_count && round->members[low] == rank ? low : -1;
}

const round_cost *round_cost_of(const comm_round *round, int rank)
{
    int member = member_of(round, rank);
    if (member < 0)
        return NULL;
    return &round->costs.data[round->cost_of ? round->cost_of[member] : 0];
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
    comm_round round = {.kind = kind, .incoming = ARENA_ARRAY(a, messages->count, incoming)};
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
    round_end(r, a, rounds, &round);
}
