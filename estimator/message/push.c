#include "estimator/message/push.h"

#include <assert.h>
#include <stdlib.h>

#include "estimator/message/round.h"
#include "estimator/run/run.h"
#include "sysmodels/network/route.h"

/* Exchanges of machines whose processors push their messages into a network that carries
 * them at once (docs/model.md, "The exchange"): a processor is occupied by what it sends, one
 * message after another, and by nothing that it receives. With r the time at which each has
 * posted its messages, p is done at
 *   max(r_p + S_p, max over its messages m of r_sender + pushed_m + latency_m),
 * pushed_m the occupancy of what the sender sends up to m and with it. What a message takes
 * by its bytes beyond that (latency_per_byte) it keeps the channel that it comes by, and others
 * that come by the same wait. A sender's messages go out in the order of generated programs: those
 * of an exchange by ranks, going round from its own, so that no receiver is everybody's first;
 * those of a collective's round tree by tree. */

bool exchange_is_ordered(const estimator *est)
{
    return est->exchange == EXCHANGE_PUSHED || est->exchange == EXCHANGE_ADAPTER;
}

void push_close_cost(round_cost *c)
{
    c->busy = c->sent;
    c->received = c->receiving = 0;
    c->latency = 0; /* of what comes: it passes while the processor stands still */
}

int128 push_arrival(const incoming *m, int128 begun)
{
    return begun + m->pushed + m->latency - m->passes;
}

/* A message of a round, by who sends it. */
typedef struct outgoing {
    int sender, turn, way; /* way: ranks from the sender on to the receiver */
    int message;
} outgoing;

static int by_sender(const void *x, const void *y)
{
    const outgoing *a = x, *b = y;
    if (a->sender != b->sender)
        return a->sender < b->sender ? -1 : 1;
    if (a->turn != b->turn)
        return a->turn < b->turn ? -1 : 1;
    return a->way != b->way ? (a->way > b->way) - (a->way < b->way)
                            : (a->message > b->message) - (a->message < b->message);
}

/* The channels that messages come by; without an arrangement, one. */
static void find_channels(run *r, comm_round *round)
{
    const proc_grid *grid = round->kind.grid;
    if (!grid)
        return;
    grid_coords at = run_coords(r, grid);
    for (int rank = 0; rank < r->procs; rank++)
        for (int i = round->first[rank]; i < round->first[rank + 1]; i++) {
            incoming *m = &round->incoming[i];
            if (m->passes > 0)
                m->channel = sag_channel(r->est->machine->communication, grid->rank, at.extent,
                                         at.coord + (rank + m->from) * grid->rank,
                                         at.coord + rank * grid->rank);
        }
}

int *push_sequence(run *r, arena *a, const comm_round *round, int *first)
{
    assert(!round->role && !round->senders); /* places are ranks */
    int count = round->first[r->procs], *sequence = ARENA_ARRAY(a, count, int);
    outgoing *all = ARENA_ARRAY(r->scratch, count, outgoing);
    for (int rank = 0; rank < r->procs; rank++)
        for (int i = round->first[rank]; i < round->first[rank + 1]; i++) {
            const incoming *m = &round->incoming[i];
            all[i] = (outgoing){rank + m->from, m->turn, (r->procs - m->from) % r->procs, i};
        }
    qsort(all, (size_t)count, sizeof *all, by_sender);
    for (int i = 0, rank = 0; rank <= r->procs; rank++) {
        while (i < count && all[i].sender < rank)
            i++;
        first[rank] = i;
    }
    for (int i = 0; i < count; i++)
        sequence[i] = all[i].message;
    return sequence;
}

void push_order(run *r, comm_round *round)
{
    int *first = ARENA_ARRAY(r->scratch, r->procs + 1, int);
    find_channels(r, round);
    const int *sequence = push_sequence(r, r->scratch, round, first);
    for (int rank = 0; rank < r->procs; rank++) {
        int128 pushed = 0;
        for (int i = first[rank]; i < first[rank + 1]; i++) {
            incoming *m = &round->incoming[sequence[i]];
            pushed += m->occupancy;
            m->pushed = pushed;
        }
    }
}
