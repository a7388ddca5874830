#include "estimator/message/exchange.h"

#include "estimator/message/loggp.h"
#include "estimator/message/push.h"
#include "estimator/message/round.h"
#include "estimator/message/schedule.h"
#include "estimator/run/ledger.h"
#include "estimator/run/run.h"
#include "sysmodels/network/route.h"

/* One round on the clocks. A posted exchange (docs/model.md, "The exchange"):
 * with r the time at which each processor has posted its messages, S and R the
 * occupancy of what it sends and receives, a processor is done at
 *   max(r + max(S, R), Q) + latency,
 * Q the end of a queue that serves what it receives in the order of
 * max(r, r of the sender). Senders do not wait for receivers. What is neither
 * occupancy nor latency is waiting (seed 004, figure 5). */

static int128 later(run *r, int128 a, int128 b)
{
    return trace_compare(&r->clock_trace, a, b) >= 0 ? a : b;
}

typedef struct arrival {
    int128 at, occupancy;
    int channel; /* EXCHANGE_PUSHED */
} arrival;

/* The messages that reach a place. */
typedef struct inbox {
    const comm_round *round;
    int first, count, place;
    int128 own; /* when it is there itself */
} inbox;

static inbox inbox_of(const run *r, const comm_round *round, int place, int side)
{
    int role = round->role ? round->role[place] : place;
    int first = round->first[role];
    return (inbox){round, first, round->first[role + 1] - first, place,
                   r->enter[side * r->places + place]};
}

/* Where processors share clocks: when the sender of each message has posted it, at
 * the latest, or at the earliest. */
static void find_posted(run *r, const comm_round *round, int side)
{
    const int128 *enter = r->enter + side * r->places;
    int count = round->incoming_count;
    if (count > r->posted_capacity) {
        r->posted_capacity = 2 * count;
        r->posted = ARENA_ARRAY(r->scratch, r->posted_capacity, int128);
    }
    for (int i = 0; i < count; i++) {
        const int *sender = round->senders + round->sender_first[i];
        const int *end = round->senders + round->sender_first[i + 1];
        int128 at = enter[*sender];
        for (sender++; sender < end; sender++) {
            int sign = trace_compare(&r->clock_trace, enter[*sender], at);
            if (side ? sign < 0 : sign > 0)
                at = enter[*sender];
        }
        r->posted[i] = at;
    }
}

static int128 posted_at(const run *r, const inbox *in, int i)
{
    const comm_round *round = in->round;
    return round->senders ? r->posted[i] : r->enter[in->place + round->incoming[i].from];
}

/* Puts the messages that are sent after the receiver is there into r->queue, in
 * the order in which they come, and the occupancy of the others into *early.
 * Returns how many come late. */
static int find_late(run *r, const inbox *in, int128 *early)
{
    int late = 0;
    if (in->count > r->queue_capacity) {
        r->queue_capacity = 2 * in->count;
        r->queue = ARENA_ARRAY(r->scratch, r->queue_capacity, arrival);
    }
    *early = 0;
    for (int i = in->first; i < in->first + in->count; i++) {
        arrival a = {posted_at(r, in, i), in->round->incoming[i].occupancy, 0};
        if (trace_compare(&r->clock_trace, a.at, in->own) <= 0) {
            *early += a.occupancy;
            continue;
        }
        int k = late++;
        for (; k > 0 && trace_compare(&r->clock_trace, r->queue[k - 1].at, a.at) > 0; k--)
            r->queue[k] = r->queue[k - 1];
        r->queue[k] = a;
    }
    return late;
}

/* The time at which a receiver is done that would be at `alone`: those that came
 * before it are served first, then the others. */
static int128 serve(run *r, const inbox *in, int128 alone)
{
    int128 early;
    int late = find_late(r, in, &early);
    int128 end = in->own + early;
    for (int i = 0; i < late; i++)
        end = later(r, r->queue[i].at, end) + r->queue[i].occupancy;
    return late ? later(r, alone, end) : alone;
}

int128 exchange_transmits(const comm_round *round, const round_cost *c)
{
    return round->is_pattern ? round->pattern_time : c->busy + c->latency;
}

static void add_bill(const comm_round *round, const round_cost *c, int128 times, tally *t)
{
    t->time[PART_OVERHEAD] += times * (c->before + c->unpacking);
    t->time[PART_COMMUNICATION] += times * exchange_transmits(round, c);
    t->time[PART_COMPUTATION] += times * c->combine;
    t->queued += round->is_pattern ? 0 : times * (c->busy - c->longest);
    for (int k = 0; k < COMPONENT_COUNT; k++)
        t->error[k] += times * c->error[k];
}

int exchange_place(const comm_round *round, int member)
{
    return round->members ? round->members[member] : member;
}

const round_cost *exchange_cost(const comm_round *round, int member)
{
    return &round->costs.data[round->cost_of ? round->cost_of[member] : 0];
}

void exchange_transmitted(const schedule *s, int128 *ticks)
{
    for (int i = 0; s && i < s->round_count; i++) {
        const comm_round *round = &s->rounds[i];
        for (int m = 0; m < round->member_count; m++)
            ticks[exchange_place(round, m)] += exchange_transmits(round, exchange_cost(round, m));
    }
}

void exchange_bill(const schedule *s, int rank, int128 times, tally *t)
{
    for (int i = 0; s && i < s->round_count; i++) {
        const round_cost *c = round_cost_of(&s->rounds[i], rank);
        if (c)
            add_bill(&s->rounds[i], c, times, t);
    }
}

/* Notes that a member has waited; and what it did, where no counter says so. */
static void note(run *r, const aag_unit *u, const comm_round *round, const round_cost *c, int place,
                 int128 waiting)
{
    const unit_info *info = &r->est->unit[u->id];
    if (info->wait >= 0) {
        r->ledger.waits[info->wait * r->places + place] += waiting;
        return;
    }
    tally *t = ledger_each(r, place, u);
    t->time[PART_WAITING] += waiting;
    add_bill(round, c, 1, t);
}

static void enter(run *r, const comm_round *round, int side)
{
    for (int i = 0; i < round->member_count; i++) {
        int p = side * r->places + exchange_place(round, i);
        r->enter[p] = r->clock[p] + exchange_cost(round, i)->before;
    }
}

/* All members post their messages, and then each waits for its own. */
static void meet_posted(run *r, const comm_round *round, int side)
{
    if (round->senders)
        find_posted(r, round, side);
    for (int i = 0; i < round->member_count; i++) {
        const round_cost *c = exchange_cost(round, i);
        inbox in = inbox_of(r, round, exchange_place(round, i), side);
        r->done[side * r->places + in.place] = serve(r, &in, in.own + c->busy) + c->latency;
    }
}

/* Puts a message among those that have come before, by when they come; those that come
 * together in the order in which they are put. */
static void put_arrival(run *r, int count, const arrival *a)
{
    int k = count;
    for (; k > 0 && trace_compare(&r->clock_trace, r->queue[k - 1].at, a->at) > 0; k--)
        r->queue[k] = r->queue[k - 1];
    r->queue[k] = *a;
}

/* What comes, in the order in which it comes, into r->queue. Senders before the receiver come
 * in the order of their distance, as their turns are, and then the others. */
static void find_pushed(run *r, const inbox *in)
{
    const incoming *all = in->round->incoming + in->first;
    int before = 0;
    if (in->count > r->queue_capacity) {
        r->queue_capacity = 2 * in->count;
        r->queue = ARENA_ARRAY(r->scratch, r->queue_capacity, arrival);
    }
    while (before < in->count && all[before].from < 0)
        before++;
    for (int n = 0; n < in->count; n++) {
        int k = n < before ? before - 1 - n : in->count - 1 - (n - before);
        arrival a = {push_arrival(&all[k], posted_at(r, in, in->first + k)), all[k].passes,
                     all[k].channel};
        put_arrival(r, n, &a);
    }
}

/* When the last of what comes has passed the channel that it comes by. */
static int128 pass(run *r, const inbox *in, int128 alone)
{
    int128 channel[SAG_CHANNELS], end = alone;
    bool is_used[SAG_CHANNELS] = {false};
    find_pushed(r, in);
    for (int i = 0; i < in->count; i++) {
        const arrival *a = &r->queue[i];
        int128 done = a->at;
        if (a->channel >= 0 && is_used[a->channel])
            done = later(r, done, channel[a->channel]);
        done += a->occupancy;
        if (a->channel >= 0) {
            channel[a->channel] = done;
            is_used[a->channel] = true;
        }
        end = later(r, end, done);
    }
    return end;
}

/* Do messages that come keep a channel, so that others may have to wait? */
static bool is_crowded(const inbox *in)
{
    int passing = 0;
    for (int i = in->first; i < in->first + in->count; i++)
        passing += in->round->incoming[i].passes > 0;
    return passing > 1;
}

/* All members push their messages, one after the other; each waits for those that come. */
static void meet_pushed(run *r, const comm_round *round, int side)
{
    for (int i = 0; i < round->member_count; i++) {
        inbox in = inbox_of(r, round, exchange_place(round, i), side);
        int128 end = in.own + exchange_cost(round, i)->busy;
        if (is_crowded(&in))
            end = pass(r, &in, end);
        else
            for (int k = in.first; k < in.first + in.count; k++)
                end = later(r, end,
                            push_arrival(&round->incoming[k], posted_at(r, &in, k)) +
                                round->incoming[k].passes);
        r->done[side * r->places + in.place] = end;
    }
}

/* A collective by a function of its own. One that measures completion, and one
 * that needs something from all, begins when the last member is there;
 * otherwise each pays its part once the root is there. */
static void meet_pattern(run *r, const comm_round *round, int side)
{
    int base = side * r->places;
    int128 start = r->enter[base + round->root];
    for (int i = 0; i < round->member_count && round->waits_for_all; i++)
        start = later(r, start, r->enter[base + exchange_place(round, i)]);
    for (int i = 0; i < round->member_count; i++) {
        int p = base + exchange_place(round, i);
        r->done[p] = later(r, start, r->enter[p]) + round->pattern_time;
    }
}

void exchange_meet(run *r, const comm_round *round, int side)
{
    enter(r, round, side);
    if (round->is_pattern)
        meet_pattern(r, round, side);
    else if (r->est->exchange == EXCHANGE_PUSHED)
        meet_pushed(r, round, side);
    else if (r->est->exchange == EXCHANGE_ADAPTER)
        adapter_meet(r, round);
    else
        meet_posted(r, round, side);
}

void exchange_round(run *r, const aag_unit *u, const comm_round *round, int side)
{
    exchange_meet(r, round, side);
    for (int i = 0; i < round->member_count; i++) {
        const round_cost *c = exchange_cost(round, i);
        int place = exchange_place(round, i), p = side * r->places + place;
        r->clock[p] = r->done[p] + c->unpacking + c->combine;
        if (!side)
            note(r, u, round, c, place, r->done[p] - r->enter[p] - exchange_transmits(round, c));
    }
}

void exchange_note_loose(run *r)
{
    for (int p = 0; r->merged && p < r->places; p++)
        r->merged->is_loose[p] |= r->clock[p] != r->clock[r->places + p];
}

void exchange_run(run *r, const aag_unit *u, const schedule *s)
{
    const unit_info *info = &r->est->unit[u->id];
    for (int i = 0; i < s->round_count; i++)
        for (int side = 0; side < (r->merged ? 2 : 1); side++)
            exchange_round(r, u, &s->rounds[i], side);
    exchange_note_loose(r);
    if (info->wait >= 0)
        r->ledger.comm_runs[info->wait]++;
}
