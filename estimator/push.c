#include <assert.h>
#include <stdlib.h>

#include "estimator/run.h"

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

void push_close_cost(round_cost *c)
{
    c->busy = c->sent;
    c->received = c->received_beside = 0;
    c->latency = 0; /* of what comes: it passes while the processor stands still */
}

wide push_arrival(const incoming *m, wide begun)
{
    return begun + m->pushed + m->latency - m->passes;
}

/* A message of a round, by who sends it. */
typedef struct outgoing {
    int sender, way; /* way: ranks from the sender on to the receiver */
    incoming *message;
} outgoing;

static int by_sender(const void *x, const void *y)
{
    const outgoing *a = x, *b = y;
    if (a->sender != b->sender)
        return a->sender < b->sender ? -1 : 1;
    int turn = a->message->turn, other = b->message->turn;
    return turn != other ? (turn > other) - (turn < other) : (a->way > b->way) - (a->way < b->way);
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

void push_order(run *r, comm_round *round)
{
    find_channels(r, round);
    assert(!round->role && !round->senders); /* places are ranks */
    int count = round->first[r->procs];
    outgoing *all = ARENA_ARRAY(r->scratch, count, outgoing);
    for (int rank = 0; rank < r->procs; rank++)
        for (int i = round->first[rank]; i < round->first[rank + 1]; i++) {
            incoming *m = &round->incoming[i];
            all[i] = (outgoing){rank + m->from, (r->procs - m->from) % r->procs, m};
        }
    qsort(all, (size_t)count, sizeof *all, by_sender);
    wide pushed = 0;
    for (int i = 0; i < count; i++) {
        bool is_first = i == 0 || all[i].sender != all[i - 1].sender;
        pushed = (is_first ? 0 : pushed) + all[i].message->occupancy;
        all[i].message->pushed = pushed;
    }
}
