#include "sysmodels/network/posted.h"

#include "sysmodels/network/inbox.h"

/* Puts the messages that are sent after the receiver is there into x->queue, in
 * the order in which they come, and the occupancy of the others into *early.
 * Returns how many come late. */
static int find_late(exchange_clocks *x, const inbox *in, int128 *early)
{
    int late = 0;
    inbox_reserve(x, in);
    *early = 0;
    for (int i = in->first; i < in->first + in->count; i++) {
        message_arrival a = {inbox_posted_at(x, in, i), round_price_of(in->round, i)->occupancy, 0};
        if (clocks_compare(x->compared, a.at, in->own) <= 0) {
            *early += a.occupancy;
            continue;
        }
        int k = late++;
        for (; k > 0 && clocks_compare(x->compared, x->queue[k - 1].at, a.at) > 0; k--)
            x->queue[k] = x->queue[k - 1];
        x->queue[k] = a;
    }
    return late;
}

/* The time at which a receiver is done that would be at `alone`: those that came
 * before it are served first, then the others. */
static int128 serve(exchange_clocks *x, const inbox *in, int128 alone)
{
    int128 early;
    int late = find_late(x, in, &early);
    int128 end = in->own + early;
    for (int i = 0; i < late; i++)
        end = clocks_later(x->compared, x->queue[i].at, end) + x->queue[i].occupancy;
    return late ? clocks_later(x->compared, alone, end) : alone;
}

/* Members from number `from` on that one message reaches, each from a place of its own, or none:
 * without the queue. Returns the number of the first that more reach. */
static int serve_singles(const comm_round *round, exchange_clocks *x, int from)
{
    comparisons *compared = x->compared;
    const int *first = round->first;
    const round_cost *last = NULL; /* most members have the cost of the one before */
    uint64_t signs = compared->signs;
    int128 busy = 0, latency = 0;
    int i = from;
    for (; i < round->member_count; i++) {
        const round_cost *c = round_member_cost(round, i);
        int place = round_place(round, i);
        int role = round->has_member_roles ? i : round_role(round, place), number = first[role];
        int count = first[role + 1] - number;
        if (count > 1)
            break;
        busy = c == last ? busy : c->busy;
        latency = c == last ? latency : c->latency;
        last = c;
        if (!count) {
            x->done[place] = x->enter[place] + busy + latency;
            continue;
        }
        int other = round->partner ? round->partner[place] : place + round->messages[number].from;
        int128 own = x->enter[place], at = x->enter[other];
        int128 end = own + busy;
        if (clocks_compare_with(compared, &signs, at, own) > 0) {
            clocks_compare_with(compared, &signs, at, own); /* begins then, as in serve */
            at += round_price_of(round, number)->occupancy;
            end = clocks_compare_with(compared, &signs, end, at) >= 0 ? end : at;
        }
        x->done[place] = end + latency;
    }
    compared->signs = signs;
    return i;
}

static int128 through_at(exchange_clocks *x, const inbox *in, const round_cost *c)
{
    return serve(x, in, in->own + c->busy) + c->latency;
}

/* All members post their messages, and then each waits for its own. */
void posted_times(const comm_round *round, exchange_clocks *x, int side)
{
    if (round->senders)
        inbox_find_posted(x, round, side);
    for (int i = 0; i < round->member_count; i++) {
        if (!round->senders)
            i = serve_singles(round, x, i);
        if (i == round->member_count)
            return;
        const round_cost *c = round_member_cost(round, i);
        inbox in = inbox_of(x, round, round_place(round, i), side);
        x->done[side * x->places + in.place] = through_at(x, &in, c);
    }
}

void posted_again(const comm_round *round, exchange_clocks *x, const followed_place *those,
                  int count)
{
    for (int i = 0; i < count; i++) {
        inbox in = inbox_of(x, round, those[i].place, 0);
        x->done[in.place] = through_at(x, &in, those[i].cost);
    }
}
