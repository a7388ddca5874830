#include "estimator/run.h"

/* One round on the clocks. A posted exchange (docs/model.md, "The exchange"):
 * with r the time at which each processor has posted its messages, S and R the
 * occupancy of what it sends and receives, a processor is done at
 *   max(r + max(S, R), Q) + latency,
 * Q the end of a queue that serves what it receives in the order of
 * max(r, r of the sender). Senders do not wait for receivers. What is neither
 * occupancy nor latency is waiting (seed 004, figure 5). */

static wide later(run *r, wide a, wide b)
{
    return journal_compare(r, a, b) >= 0 ? a : b;
}

typedef struct arrival {
    wide at, occupancy;
} arrival;

/* The messages that reach a processor. */
typedef struct inbox {
    const incoming *first;
    int count, rank;
} inbox;

static inbox inbox_of(const comm_round *round, int rank)
{
    int role = round->role ? round->role[rank] : rank;
    return (inbox){round->incoming + round->first[role],
                   round->first[role + 1] - round->first[role], rank};
}

/* Puts the messages that are sent after the receiver is there into r->queue, in
 * the order in which they come, and the occupancy of the others into *early.
 * Returns how many come late. */
static int find_late(run *r, const inbox *in, wide *early)
{
    wide own = r->enter[in->rank];
    int late = 0;
    if (in->count > r->queue_capacity) {
        r->queue_capacity = 2 * in->count;
        r->queue = ARENA_ARRAY(r->scratch, r->queue_capacity, arrival);
    }
    *early = 0;
    for (int i = 0; i < in->count; i++) {
        const incoming *m = &in->first[i];
        arrival a = {r->enter[in->rank + m->from], m->occupancy};
        if (journal_compare(r, a.at, own) <= 0) {
            *early += a.occupancy;
            continue;
        }
        int k = late++;
        for (; k > 0 && journal_compare(r, r->queue[k - 1].at, a.at) > 0; k--)
            r->queue[k] = r->queue[k - 1];
        r->queue[k] = a;
    }
    return late;
}

/* The time at which a receiver is done that would be at `alone`: those that came
 * before it are served first, then the others. */
static wide serve(run *r, const inbox *in, wide alone)
{
    wide early;
    int late = find_late(r, in, &early);
    wide end = r->enter[in->rank] + early;
    for (int i = 0; i < late; i++)
        end = later(r, r->queue[i].at, end) + r->queue[i].occupancy;
    return late ? later(r, alone, end) : alone;
}

/* What a member does but for waiting: the part before its messages are posted,
 * and after. */
static wide ticks_before(const estimator *est, const round_cost *c)
{
    return est->call_overhead.ticks * (c->sends + c->receives) + c->packing;
}

static wide ticks_busy(const round_cost *c)
{
    return c->sent > c->received ? c->sent : c->received;
}

static void add_bill(const estimator *est, const comm_round *round, const round_cost *c, wide times,
                     tally *t)
{
    wide transmission = round->is_pattern ? round->pattern_time : ticks_busy(c) + c->latency;
    t->time[PART_OVERHEAD] += times * (ticks_before(est, c) + c->unpacking);
    t->time[PART_COMMUNICATION] += times * transmission;
    t->time[PART_COMPUTATION] += times * c->combine;
    for (int k = 0; k < COMPONENT_COUNT; k++)
        t->error[k] += times * c->error[k];
}

void exchange_bill(const run *r, const schedule *s, int rank, wide times, tally *t)
{
    for (int i = 0; s && i < s->round_count; i++) {
        const round_cost *c = round_cost_of(&s->rounds[i], rank);
        if (c)
            add_bill(r->est, &s->rounds[i], c, times, t);
    }
}

/* Notes that a member has waited; and what it did, where no counter says so. */
static void note(run *r, const aag_unit *u, const comm_round *round, const round_cost *c, int rank,
                 wide waiting)
{
    const unit_info *info = &r->est->unit[u->id];
    if (info->wait >= 0) {
        r->book.waits[info->wait * r->places + rank] += waiting;
        return;
    }
    tally *t = book_each(r, rank, u);
    t->time[PART_WAITING] += waiting;
    add_bill(r->est, round, c, 1, t);
}

static int member_rank(const comm_round *round, int i)
{
    return round->members ? round->members[i] : i;
}

static const round_cost *member_cost(const comm_round *round, int i)
{
    return &round->costs.data[round->cost_of ? round->cost_of[i] : 0];
}

/* All members post their messages, and then each waits for its own. */
static void run_posted(run *r, const aag_unit *u, const comm_round *round)
{
    for (int i = 0; i < round->member_count; i++) {
        int p = member_rank(round, i);
        r->enter[p] = r->clock[p] + ticks_before(r->est, member_cost(round, i));
    }
    for (int i = 0; i < round->member_count; i++) {
        const round_cost *c = member_cost(round, i);
        inbox in = inbox_of(round, member_rank(round, i));
        wide alone = r->enter[in.rank] + ticks_busy(c), done = serve(r, &in, alone);
        r->clock[in.rank] = done + c->latency + c->unpacking + c->combine;
        note(r, u, round, c, in.rank, done - alone);
    }
}

/* A collective by a function of its own. One that measures completion, and one
 * that needs something from all, begins when the last member is there;
 * otherwise each pays its part once the root is there. */
static void run_pattern(run *r, const aag_unit *u, const comm_round *round)
{
    const round_cost *c = member_cost(round, 0);
    for (int i = 0; i < round->member_count; i++) {
        int p = member_rank(round, i);
        r->enter[p] = r->clock[p] + ticks_before(r->est, c);
    }
    wide start = r->enter[round->root];
    for (int i = 0; i < round->member_count && round->waits_for_all; i++)
        start = later(r, start, r->enter[member_rank(round, i)]);
    for (int i = 0; i < round->member_count; i++) {
        int p = member_rank(round, i);
        wide begin = later(r, start, r->enter[p]);
        r->clock[p] = begin + round->pattern_time;
        note(r, u, round, c, p, begin - r->enter[p]);
    }
}

void exchange_run(run *r, const aag_unit *u, const schedule *s)
{
    const unit_info *info = &r->est->unit[u->id];
    for (int i = 0; i < s->round_count; i++) {
        if (s->rounds[i].is_pattern)
            run_pattern(r, u, &s->rounds[i]);
        else
            run_posted(r, u, &s->rounds[i]);
    }
    if (info->wait >= 0)
        r->book.comm_runs[info->wait]++;
}
