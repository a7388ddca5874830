#include "sysmodels/network/alike.h"

#include <string.h>

#include "sysmodels/network/follow.h"

/* By colours: numbers of 64 bits made of all that counts. Two that differ have the same one with a
 * probability of 2^-64. */

/* By rank, of one of the last times that it was asked for: when it entered, and was through. */
typedef struct kept_times {
    int128 *entered, *through;
} kept_times;

enum { KEPT_TIMES = 2 }; /* neighbours may be ahead of each other in turn */

struct round_alike {
    arena *memory;
    int64_t was_asked;           /* so often */
    int useless;                 /* times that hardly any were alike */
    uint64_t *sends;             /* by rank: what it sends, in its order; null: the messages tell */
    uint64_t *does;              /* by member: what it does beside, and what comes to it */
    kept_times kept[KEPT_TIMES]; /* [number of the time % KEPT_TIMES] */
    int64_t times;               /* that have been kept */
    int back;                    /* how many times ago was of use */
    int vain;                    /* times in a row that none was */
};

round_alike *round_alike_new(arena *a)
{
    round_alike *x = ARENA_NEW(a, round_alike);
    x->memory = a;
    return x;
}

static uint64_t mixed(uint64_t a, uint64_t b)
{
    uint64_t x = a * UINT64_C(0x9e3779b97f4a7c15) + b;
    x ^= x >> 30;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ x >> 31;
}

static uint64_t with_clock(uint64_t colour, int128 clock)
{
    return mixed(mixed(colour, (uint64_t)(clock >> 64)), (uint64_t)clock);
}

/* ---- what they have to do ---- */

static uint64_t *colour_sends(arena *a, const comm_round *round, int ranks, int *place_of)
{
    uint64_t *sends = ARENA_ARRAY(a, ranks, uint64_t);
    for (int rank = 0; rank < ranks; rank++)
        for (int k = round->outgoing_first[rank]; k < round->outgoing_first[rank + 1]; k++) {
            int i = round->outgoing[k];
            uint64_t port = round->port_out ? (uint64_t)round->port_out[i] : 0;
            sends[rank] = mixed(sends[rank], (uint64_t)round->messages[i].price);
            sends[rank] = mixed(sends[rank], port);
            place_of[i] = k - round->outgoing_first[rank];
        }
    return sends;
}

static uint64_t colour_of(const comm_round *round, const int *place_of, int i)
{
    uint64_t colour =
        mixed((uint64_t)round->messages[i].price, place_of ? (uint64_t)place_of[i] : 0);
    if (round->pushed)
        colour = mixed(colour, (uint64_t)round->pushed[i]);
    if (round->channel)
        colour = mixed(colour, (uint64_t)(round->channel[i] + 1));
    if (round->port_in)
        colour = mixed(colour, (uint64_t)round->port_in[i]);
    return round->together ? mixed(colour, (uint64_t)round->together[i]) : colour;
}

/* By EXCHANGE_PUSHED those that come together come in the order of how far their senders are
 * before the receiver, going round: so it counts who are beyond it. */
static bool is_from_before(const comm_round *round, int i)
{
    return round->messages[i].from < 0;
}

uint64_t *alike_colour(arena *a, const comm_round *round, int places, uint64_t **sends)
{
    arena *scratch = arena_new_under(a);
    int *place_of = round->outgoing ? ARENA_ARRAY(scratch, round->first[places], int) : NULL;
    uint64_t *does = ARENA_ARRAY(a, round->member_count, uint64_t);
    *sends = round->outgoing ? colour_sends(a, round, places, place_of) : NULL;
    for (int m = 0; m < round->member_count; m++) {
        int begin, end;
        uint64_t colour = round->cost_of ? (uint64_t)round->cost_of[m] : 0;
        round_incoming(round, round_place(round, m), &begin, &end);
        for (int i = begin; i < end; i++)
            colour = mixed(mixed(colour, colour_of(round, place_of, i)),
                           (uint64_t)is_from_before(round, i));
        does[m] = colour;
    }
    arena_free(scratch);
    return does;
}

uint64_t alike_coming(const exchange_clocks *x, const comm_round *round, int place, uint64_t does,
                      const uint64_t *sends)
{
    int begin, end;
    round_incoming(round, place, &begin, &end);
    for (int i = begin; i < end; i++) {
        int sender = place + round->messages[i].from;
        does =
            with_clock(mixed(does, sends ? sends[sender] : 0), x->enter[sender] - x->enter[place]);
    }
    return does;
}

/* ---- and when ---- */

/* A message that waits for its receiver is ready by that one's clock too. */
static void colour_ready(const exchange_clocks *x, const comm_round *round, uint64_t *ready)
{
    const uint64_t *sends = round->alike->sends;
    for (int m = 0; m < round->member_count; m++) {
        int rank = round_place(round, m);
        ready[rank] = with_clock(sends ? sends[rank] : 0, x->enter[rank]);
        if (!round->has_handshakes)
            continue;
        for (int k = round->outgoing_first[rank]; k < round->outgoing_first[rank + 1]; k++)
            ready[rank] = with_clock(ready[rank], x->enter[round->to[round->outgoing[k]]]);
    }
}

static void colour_received(const exchange_clocks *x, const comm_round *round,
                            const uint64_t *ready, uint64_t *received)
{
    for (int m = 0; m < round->member_count; m++) {
        int rank = round_place(round, m);
        uint64_t colour = with_clock(round->alike->does[m], x->enter[rank]);
        for (int i = round->first[rank]; i < round->first[rank + 1]; i++)
            colour = mixed(colour, ready[rank + round->messages[i].from]);
        received[rank] = colour;
    }
}

/* Who sends a message that waits for its receiver is kept until it is there. */
static uint64_t colour_of_end(const comm_round *round, const uint64_t *received, int rank)
{
    uint64_t colour = received[rank];
    if (!round->has_handshakes)
        return colour;
    for (int k = round->outgoing_first[rank]; k < round->outgoing_first[rank + 1]; k++)
        colour = mixed(colour, received[round->to[round->outgoing[k]]]);
    return colour;
}

/* ---- who has only moved ---- */

/* Clocks that go on moving apart are not asked any more. */
static bool may_move(const comm_round *round)
{
    enum { VAIN_MOST = 24 };
    return !round->has_handshakes && round->alike->vain < VAIN_MOST;
}

/* Where the next time is kept; null: nowhere, as it is of no use, or rounds are more than there is
 * memory for. */
static kept_times *next_kept(exchange_clocks *x, const comm_round *round)
{
    enum { KEPT_MOST = 1 << 26 }; /* bytes of all rounds */
    round_alike *memo = round->alike;
    kept_times *next = &memo->kept[memo->times % KEPT_TIMES];
    int64_t size = 2 * (int64_t)x->places * (int64_t)sizeof(int128);
    if (!may_move(round))
        return NULL;
    if (next->entered)
        return next;
    if (x->alike.kept + size > KEPT_MOST)
        return NULL;
    next->entered = ARENA_ARRAY(memo->memory, x->places, int128);
    next->through = ARENA_ARRAY(memo->memory, x->places, int128);
    x->alike.kept += size;
    return next;
}

/* By how much members enter later than at that time, into x->alike.later. False: by more than can
 * be said there. */
static bool find_later(exchange_clocks *x, const comm_round *round, const kept_times *then)
{
    bool fits = true;
    if (!x->alike.later)
        x->alike.later = ARENA_ARRAY(x->memory, x->places, int64_t);
    for (int m = 0; m < round->member_count; m++) {
        int rank = round_place(round, m);
        int128 by = x->enter[rank] - then->entered[rank];
        x->alike.later[rank] = (int64_t)by;
        fits &= by == (int64_t)by;
    }
    return fits;
}

/* Did a member, and all whose messages it gets, enter later by the same? */
static bool has_moved(const exchange_clocks *x, const comm_round *round, int rank)
{
    const int64_t *later = x->alike.later, by = later[rank];
    for (int i = round->first[rank]; i < round->first[rank + 1]; i++)
        if (later[rank + round->messages[i].from] != by)
            return false;
    return true;
}

/* Those are through later by that, too: a rule on clocks is sums and maxima. Sets x->done of them;
 * others stand for themselves. False: they are too many. */
static bool have_moved(exchange_clocks *x, const comm_round *round, const kept_times *then)
{
    int left = round->member_count / 8, *as = x->alike.as;
    uint64_t followed = 1, took = 0;
    if (!find_later(x, round, then))
        return false;
    for (int m = 0; m < round->member_count && left >= 0; m++) {
        int rank = round_place(round, m);
        if (has_moved(x, round, rank)) {
            int128 time = then->through[rank] - then->entered[rank];
            as[m] = ALIKE_MOVED;
            x->done[rank] = x->enter[rank] + time;
            took += (uint64_t)time * ((uint64_t)rank * UINT64_C(0x9e3779b97f4a7c15) | 1);
        } else {
            as[m] = rank;
            left--;
            followed = mixed(followed, (uint64_t)rank);
        }
    }
    if (left < 0)
        return false;
    x->compared->note(x->compared, mixed(followed, took));
    return true;
}

/* Since the time that was of use before, or another that is kept. */
static bool find_moved(exchange_clocks *x, const comm_round *round)
{
    round_alike *memo = round->alike;
    for (int tried = 0; tried < KEPT_TIMES && may_move(round); tried++) {
        int back = (memo->back + tried) % KEPT_TIMES;
        if (back >= memo->times)
            continue;
        if (have_moved(x, round, &memo->kept[(memo->times - 1 - back) % KEPT_TIMES])) {
            memo->back = back;
            memo->vain = 0;
            return true;
        }
    }
    memo->vain++;
    return false;
}

void alike_keep(exchange_clocks *x, const comm_round *round, const int *as)
{
    kept_times *now = as ? next_kept(x, round) : NULL;
    if (!now)
        return;
    for (int m = 0; m < round->member_count; m++) {
        int rank = round_place(round, m);
        now->entered[rank] = x->enter[rank];
        now->through[rank] = x->done[rank];
    }
    round->alike->times++;
}

/* ---- who stands for whom ---- */

/* A table of colours and of the ranks that had them first; its size is a power of two. */
static void make_room(exchange_clocks *x)
{
    if (x->alike.first)
        return;
    x->alike.room = 1;
    while (x->alike.room < 2 * x->places)
        x->alike.room *= 2;
    x->alike.first = ARENA_ARRAY(x->memory, x->alike.room, int);
    x->alike.colour = ARENA_ARRAY(x->memory, x->places, uint64_t);
    x->alike.ready = ARENA_ARRAY(x->memory, x->places, uint64_t);
    x->alike.received = ARENA_ARRAY(x->memory, x->places, uint64_t);
    x->alike.as = ARENA_ARRAY(x->memory, x->places, int);
}

/* The place in the table of a colour, or a free one. */
static int slot_of(const exchange_clocks *x, uint64_t colour)
{
    int at = (int)(colour & (uint64_t)(x->alike.room - 1));
    while (x->alike.first[at] && x->alike.colour[x->alike.first[at] - 1] != colour)
        at = (at + 1) & (x->alike.room - 1);
    return at;
}

/* Returns how many stand for themselves. */
static int find_all(exchange_clocks *x, const comm_round *round)
{
    int different = 0;
    uint64_t noted = 1;
    memset(x->alike.first, 0, (size_t)x->alike.room * sizeof *x->alike.first);
    for (int m = 0; m < round->member_count; m++) {
        int rank = round_place(round, m);
        uint64_t colour = colour_of_end(round, x->alike.received, rank);
        int *first = &x->alike.first[slot_of(x, colour)];
        if (!*first) {
            x->alike.colour[rank] = colour;
            *first = rank + 1;
            different++;
        }
        x->alike.as[m] = *first - 1;
        noted = (noted ^ (uint64_t)*first) * UINT64_C(0x9e3779b97f4a7c15);
    }
    x->compared->note(x->compared, noted);
    return different;
}

const int *alike_find(exchange_clocks *x, const comm_round *round)
{
    enum { USELESS_MOST = 4 };
    round_alike *memo = round->alike;
    if (!memo || !x->compared->note || x->compared->capture || memo->useless > USELESS_MOST ||
        !memo->was_asked++)
        return NULL;
    make_room(x);
    if (find_moved(x, round))
        return x->alike.as;
    if (!memo->does)
        memo->does = alike_colour(memo->memory, round, x->places, &memo->sends);
    colour_ready(x, round, x->alike.ready);
    colour_received(x, round, x->alike.ready, x->alike.received);
    memo->useless += 2 * find_all(x, round) > round->member_count;
    return x->alike.as;
}
