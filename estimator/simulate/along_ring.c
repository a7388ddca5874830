#include "estimator/simulate/along_ring.h"

#include "estimator/run/run.h"

/* Places in a ring, or a row, each of which waits for the message of the one before it. Let a step
 * take a place alone `own`, the same for all, and let it end `late[j]` after the one before place j
 * began it, at the earliest: clock'[j] = max(clock[j] + own, clock[j - 1] + late[j]). After n steps
 * that is the longest of the ways that end at j, each of k messages and n - k steps in place,
 *
 *     clock_n[j] = n own + max over k = 0 … n of (clock[j - k] + E(j, k)),
 *     E(j, k) = excess[j - k + 1] + … + excess[j],
 *
 * excess[i] = late[i] - own. With S[i] the sum of all excesses up to i it is
 * n own + S[j] + max over i = j - n … j of (clock[i] - S[i]), the greatest in a window that moves.
 */

typedef struct ring {
    run *r;
    const body_record *b;
    const recorded_round *one;
    int *sender;        /* by place; -1: none */
    int *receiver;      /* likewise */
    int128 own, *late;  /* late: by place */
    int128 *clock;      /* by place */
    int *order;         /* places of one ring, or row */
    int128 *sum, *rest; /* by number in the order, from as many steps before the first on */
    int *window;        /* numbers, those of the greatest that are to come in the window */
} ring;

/* ---- is it one? ---- */

/* Does each place get one message at most, and send one? */
static bool is_one_each(const ring *x)
{
    const comm_round *round = x->one->round;
    for (int p = 0; p < x->b->places; p++) {
        int begin, end;
        round_incoming(round, p, &begin, &end);
        x->sender[p] = end > begin ? p + round->messages[begin].from : -1;
        if (end - begin > 1 || x->sender[p] == p)
            return false;
        if (x->sender[p] >= 0 && x->receiver[x->sender[p]]++)
            return false;
    }
    return true;
}

static void find_receivers(const ring *x)
{
    for (int p = 0; p < x->b->places; p++)
        x->receiver[p] = -1;
    for (int p = 0; p < x->b->places; p++)
        if (x->sender[p] >= 0)
            x->receiver[x->sender[p]] = p;
}

/* When a place is through that enters at `own`, and whose message's sender does at `other`. */
static int128 through_at(const ring *x, exchange_clocks *clocks, int place, int128 own,
                         int128 other)
{
    const int number = x->one->reach->cost_of[place];
    clocks->enter[place] = own;
    if (x->sender[place] >= 0)
        clocks->enter[x->sender[place]] = other;
    if (number < 0)
        return own;
    followed_place one = {place, &x->one->round->costs.data[number]};
    exchange_again(x->r->est->network.exchange, x->one->round, clocks, &one, 1);
    return clocks->done[place];
}

/* A rule on two clocks is the later of each and something, which shows where the other is long
 * ago. */
static bool find_times(ring *x)
{
    const int128 long_ago = -((int128)1 << 100);
    const recorded_round *one = x->one;
    const body_record *b = x->b;
    exchange_clocks clocks;
    comparisons unrecorded = comparisons_unrecorded();
    exchange_clocks_open(&clocks, b->memory, &unrecorded, b->places, b->places);
    for (int p = 0; p < b->places; p++) {
        const int s = x->sender[p];
        int128 alone = through_at(x, &clocks, p, 0, long_ago), after = b->end[p] - one->done[p];
        int128 own = one->enter[p] - b->start[p] + alone + after, end = one->enter[p] + alone;
        x->own = p ? x->own : own;
        if (x->own != own)
            return false;
        if (s >= 0) {
            int128 other = through_at(x, &clocks, p, long_ago, 0);
            x->late[p] = one->enter[s] - b->start[s] + other + after;
            end = end > one->enter[s] + other ? end : one->enter[s] + other;
        }
        if (end != one->done[p])
            return false;
    }
    return true;
}

static bool ring_find(run *r, body_record *b, ring *x)
{
    *x = (ring){.r = r, .b = b, .one = b->rounds.data};
    if (b->rounds.count != 1 || x->one->round->together)
        return false;
    x->sender = ARENA_ARRAY(b->memory, b->places, int);
    x->receiver = ARENA_ARRAY(b->memory, b->places, int);
    x->late = ARENA_ARRAY(b->memory, b->places, int128);
    if (!is_one_each(x))
        return false;
    find_receivers(x);
    body_record_find_reach(b);
    return find_times(x);
}

/* ---- steps ---- */

/* So many steps of `count` places in order; those of a ring at most as many as places. */
static void run_row(ring *x, int count, bool is_ring, int steps)
{
    const int first = is_ring ? -steps : 0;
    int128 *sum = x->sum + (is_ring ? steps : 0), *rest = x->rest + (is_ring ? steps : 0), all = 0;
    int head = 0, tail = 0;
    for (int i = first; i < count; i++) {
        int p = x->order[i < 0 ? i + count : i];
        all += i > first ? x->late[p] - x->own : 0;
        sum[i] = all;
        rest[i] = x->clock[p] - all;
    }
    for (int i = first; i < count; i++) {
        while (tail > head && rest[x->window[tail - 1]] <= rest[i])
            tail--;
        x->window[tail++] = i;
        if (x->window[head] < i - steps)
            head++;
        if (i >= 0)
            x->clock[x->order[i]] = steps * x->own + sum[i] + rest[x->window[head]];
    }
}

/* Puts a place and those that get messages one after the other in order. Returns how many. */
static int follow(ring *x, int from, bool *is_done)
{
    int count = 0;
    for (int p = from; p >= 0 && !is_done[p]; p = x->receiver[p]) {
        is_done[p] = true;
        x->order[count++] = p;
    }
    return count;
}

/* Rows first, which begin with who gets no message. Returns the places of the shortest ring. */
static int run_all(ring *x, int steps)
{
    int least = x->b->places;
    bool *is_done = ARENA_ARRAY(x->b->memory, x->b->places, bool);
    for (int is_ring = 0; is_ring < 2; is_ring++)
        for (int p = 0; p < x->b->places; p++) {
            if (is_done[p] || (!is_ring && x->sender[p] >= 0))
                continue;
            int count = follow(x, p, is_done);
            least = is_ring && count < least ? count : least;
            if (steps)
                run_row(x, count, is_ring, steps);
        }
    return least;
}

/* Puts it on clocks and ledger. */
static void leave(const ring *x, int64_t steps)
{
    run *r = x->r;
    int128 *waits = r->ledger.waits + x->one->wait * r->places;
    uint64_t sum = 1;
    r->now += x->own * steps;
    for (int p = 0; p < x->b->places; p++) {
        waits[p] += x->clock[p] - x->b->end[p] - (x->b->end[p] - x->b->start[p]) * steps;
        r->clock[p] = x->clock[p] - r->now;
        sum = (sum ^ (uint64_t)(x->clock[p] - x->b->end[p])) * UINT64_C(0x9e3779b97f4a7c15);
    }
    trace_event(&r->clock_trace, sum ^ (uint64_t)steps);
}

int64_t along_ring_run(run *r, body_record *b, int64_t most, source_range where)
{
    enum { TIMES_MOST = 64 };
    ring x;
    int64_t steps = 0;
    if (!ring_find(r, b, &x))
        return 0;
    x.clock = arena_copy(b->memory, b->end, (size_t)b->places * sizeof *b->end);
    x.order = ARENA_ARRAY(b->memory, b->places, int);
    x.sum = ARENA_ARRAY(b->memory, 2 * b->places, int128);
    x.rest = ARENA_ARRAY(b->memory, 2 * b->places, int128);
    x.window = ARENA_ARRAY(b->memory, 2 * b->places, int);
    const int each = run_all(&x, 0);
    if (most > TIMES_MOST * (int64_t)each)
        most = TIMES_MOST * (int64_t)each;
    if (!body_record_multiply(r, b, most, where))
        return 0;
    for (; steps < most; steps += each)
        run_all(&x, (int)(most - steps < each ? most - steps : each));
    leave(&x, most);
    return most;
}
