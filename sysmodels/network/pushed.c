#include "sysmodels/network/pushed.h"

#include <assert.h>
#include <string.h>

#include "support/sort.h"
#include "sysmodels/network/alike.h"
#include "sysmodels/network/inbox.h"

void pushed_close_cost(round_cost *c)
{
    c->busy = c->sent;
    c->received = c->receiving = 0;
    c->latency = 0; /* of what comes: it passes while the processor stands still */
}

/* --- The order of messages ------------------------------------------------------ */

/* A message of a sender's. */
typedef struct outgoing {
    int turn, way; /* way: ranks from the sender on to the receiver */
    int message;
} outgoing;

static int by_turn(const void *x, const void *y)
{
    const outgoing *a = x, *b = y;
    if (a->turn != b->turn)
        return a->turn < b->turn ? -1 : 1;
    return a->way != b->way ? (a->way > b->way) - (a->way < b->way)
                            : (a->message > b->message) - (a->message < b->message);
}

/* The channels that messages come by; processors in no order have one. */
static const int *find_channels(arena *a, const sag_communication *c, int procs, int axes,
                                const int *extents, const int *coords, const comm_round *round)
{
    int *channel = ARENA_ARRAY(a, round->first[procs], int);
    for (int rank = 0; rank < procs && coords; rank++)
        for (int i = round->first[rank]; i < round->first[rank + 1]; i++) {
            int sender = rank + round->messages[i].from;
            if (round_price_of(round, i)->passes > 0)
                channel[i] =
                    sag_channel(c, axes, extents, coords + sender * axes, coords + rank * axes);
        }
    return channel;
}

int *pushed_sequence(arena *a, int procs, const comm_round *round, int *first)
{
    assert(!round->role && !round->senders); /* places are ranks */
    int count = round->first[procs], *sequence = ARENA_ARRAY(a, count, int);
    arena *scratch = arena_new_under(a);
    outgoing *all = ARENA_ARRAY(scratch, count, outgoing);
    int *end = ARENA_ARRAY(scratch, procs + 1, int);
    for (int rank = 0; rank < procs; rank++)
        for (int i = round->first[rank]; i < round->first[rank + 1]; i++)
            end[rank + round->messages[i].from + 1]++;
    for (int rank = 0; rank < procs; rank++)
        end[rank + 1] += end[rank];
    memcpy(first, end, ((size_t)procs + 1) * sizeof *first);
    for (int rank = 0; rank < procs; rank++)
        for (int i = round->first[rank]; i < round->first[rank + 1]; i++) {
            int from = round->messages[i].from, turn = round->turn ? round->turn[i] : 0;
            all[end[rank + from]++] = (outgoing){turn, (procs - from) % procs, i};
        }
    for (int rank = 0; rank < procs; rank++)
        sort_items(all + first[rank], (size_t)(first[rank + 1] - first[rank]), sizeof *all,
                   by_turn);
    for (int i = 0; i < count; i++)
        sequence[i] = all[i].message;
    arena_free(scratch);
    return sequence;
}

void pushed_order(arena *a, const sag_communication *c, int procs, int axes, const int *extents,
                  const int *coords, comm_round *round)
{
    arena *scratch = arena_new_under(a);
    int *first = ARENA_ARRAY(scratch, procs + 1, int);
    const int *sequence = pushed_sequence(scratch, procs, round, first);
    int128 *gone = ARENA_ARRAY(a, round->first[procs], int128);
    for (int rank = 0; rank < procs; rank++) {
        int128 pushed = 0;
        for (int i = first[rank]; i < first[rank + 1]; i++) {
            pushed += round_price_of(round, sequence[i])->occupancy;
            gone[sequence[i]] = pushed;
        }
    }
    arena_free(scratch);
    round->channel = find_channels(a, c, procs, axes, extents, coords, round);
    round->pushed = gone;
}

/* --- On clocks ------------------------------------------------------------------ */

/* When message `i` reaches its receiver's channel. */
static int128 pushed_arrival(const exchange_clocks *x, const inbox *in, int i)
{
    const incoming *m = round_price_of(in->round, i);
    return inbox_posted_at(x, in, i) + in->round->pushed[i] + m->latency - m->passes;
}

/* Puts a message among those that have come before, by when they come; those that come
 * together in the order in which they are put. */
static void put_arrival(exchange_clocks *x, int count, const message_arrival *a)
{
    int k = count;
    for (; k > 0 && clocks_compare(x->compared, x->queue[k - 1].at, a->at) > 0; k--)
        x->queue[k] = x->queue[k - 1];
    x->queue[k] = *a;
}

/* What comes, in the order in which it comes, into x->queue. Senders before the receiver come
 * in the order of their distance, as their turns are, and then the others. */
static void find_pushed(exchange_clocks *x, const inbox *in)
{
    const comm_round *round = in->round;
    int before = 0;
    inbox_reserve(x, in);
    while (before < in->count && round->messages[in->first + before].from < 0)
        before++;
    for (int n = 0; n < in->count; n++) {
        int i = in->first + (n < before ? before - 1 - n : in->count - 1 - (n - before));
        message_arrival a = {pushed_arrival(x, in, i), round_price_of(round, i)->passes,
                             round->channel[i]};
        put_arrival(x, n, &a);
    }
}

/* When the last of what comes has passed the channel that it comes by. */
static int128 pass(exchange_clocks *x, const inbox *in, int128 alone)
{
    int128 channel[SAG_CHANNELS], end = alone;
    bool is_used[SAG_CHANNELS] = {false};
    find_pushed(x, in);
    for (int i = 0; i < in->count; i++) {
        const message_arrival *a = &x->queue[i];
        int128 done = a->at;
        if (a->channel >= 0 && is_used[a->channel])
            done = clocks_later(x->compared, done, channel[a->channel]);
        done += a->occupancy;
        if (a->channel >= 0) {
            channel[a->channel] = done;
            is_used[a->channel] = true;
        }
        end = clocks_later(x->compared, end, done);
    }
    return end;
}

/* Do messages that come keep a channel, so that others may have to wait? */
static bool is_crowded(const inbox *in)
{
    int passing = 0;
    for (int i = in->first; i < in->first + in->count; i++)
        passing += round_price_of(in->round, i)->passes > 0;
    return passing > 1;
}

/* When a member is through: its own messages are out, and those that come are in. */
static int128 through_at(exchange_clocks *x, const inbox *in, const round_cost *c)
{
    int128 end = in->own + c->busy;
    if (is_crowded(in))
        return pass(x, in, end);
    for (int k = in->first; k < in->first + in->count; k++)
        end = clocks_later(x->compared, end,
                           pushed_arrival(x, in, k) + round_price_of(in->round, k)->passes);
    return end;
}

/* All members push their messages, one after the other; each waits for those that come. */
void pushed_times(const comm_round *round, exchange_clocks *x, int side)
{
    const int *as = alike_find(x, round);
    for (int i = 0; i < round->member_count; i++) {
        inbox in = inbox_of(x, round, round_place(round, i), side);
        if (as && as[i] != in.place) {
            if (as[i] != ALIKE_MOVED)
                x->done[in.place] = x->done[as[i]];
            continue;
        }
        x->done[side * x->places + in.place] = through_at(x, &in, round_member_cost(round, i));
    }
    alike_keep(x, round, as);
}

void pushed_again(const comm_round *round, exchange_clocks *x, const followed_place *those,
                  int count)
{
    for (int i = 0; i < count; i++) {
        inbox in = inbox_of(x, round, those[i].place, 0);
        x->done[in.place] = through_at(x, &in, those[i].cost);
    }
}
