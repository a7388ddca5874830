#include "estimator/internal.h"

/* One round on the clocks. A posted exchange (docs/model.md, "The exchange"):
 * with r the time at which each processor has posted its messages, S and R the
 * occupancy of what it sends and receives, a processor is done at
 *   max(r + max(S, R), Q) + latency,
 * Q the end of a queue that serves what it receives in the order of
 * max(r, r of the sender). Senders do not wait for receivers. What is neither
 * occupancy nor latency is waiting (seed 004, figure 5). */

void charge(run *r, int rank, const aag_unit *u, part p, wide amount)
{
    run_tally(r, r->book, rank, u->id)->time[p] += amount;
    r->clock[rank] += amount;
}

static wide later(run *r, wide a, wide b)
{
    return journal_compare(r, a, b) >= 0 ? a : b;
}

typedef struct arrival {
    wide at, occupancy;
} arrival;

/* Serves the messages that reach member `m` and returns the time at which the
 * last one is in. */
static wide serve(run *r, const comm_round *round, const round_member *m, arrival *queue)
{
    wide own = r->enter[m->rank];
    for (int i = 0; i < m->count; i++) {
        const round_message *in = &round->messages[m->first + i];
        arrival a = {later(r, own, r->enter[in->sender]), in->occupancy};
        int k = i;
        while (k > 0 && journal_compare(r, queue[k - 1].at, a.at) > 0) {
            queue[k] = queue[k - 1];
            k--;
        }
        queue[k] = a;
    }
    wide end = own;
    for (int i = 0; i < m->count; i++)
        end = later(r, queue[i].at, end) + queue[i].occupancy;
    return end;
}

static bool all_are_early(run *r, const comm_round *round, const round_member *m)
{
    bool early = true;
    for (int i = 0; i < m->count; i++)
        early &= journal_compare(r, r->enter[round->messages[m->first + i].sender],
                                 r->enter[m->rank]) <= 0;
    return early;
}

/* Adds to a tally and its processor's clock. */
static void pay(run *r, int rank, tally *t, part p, wide amount)
{
    t->time[p] += amount;
    r->clock[rank] += amount;
}

static void finish(run *r, tally *t, const comm_round *round, const round_member *m)
{
    wide own = m->sent > m->received ? m->sent : m->received;
    wide alone = r->enter[m->rank] + own, done = alone;
    if (!all_are_early(r, round, m))
        done = later(r, alone, serve(r, round, m, r->queue));
    pay(r, m->rank, t, PART_COMMUNICATION, own + m->latency);
    pay(r, m->rank, t, PART_WAITING, done - alone);
    pay(r, m->rank, t, PART_OVERHEAD, m->unpacking);
    pay(r, m->rank, t, PART_COMPUTATION, m->combine);
    for (int c = 0; c < COMPONENT_COUNT; c++)
        t->error[c] += m->error[c];
}

static void run_posted(run *r, const aag_unit *u, const comm_round *round)
{
    const estimator *est = r->est;
    int most = 0;
    for (int i = 0; i < round->member_count; i++) {
        const round_member *m = &round->members[i];
        pay(r, m->rank, run_tally(r, r->book, m->rank, u->id), PART_OVERHEAD,
            est->call_overhead.ticks * m->calls + m->packing);
        r->enter[m->rank] = r->clock[m->rank];
        most = m->count > most ? m->count : most;
    }
    if (most > r->queue_capacity) {
        r->queue = ARENA_ARRAY(r->scratch, most, arrival);
        r->queue_capacity = most;
    }
    for (int i = 0; i < round->member_count; i++)
        finish(r, run_tally(r, r->book, round->members[i].rank, u->id), round, &round->members[i]);
}

/* A collective by a function of its own. One that measures completion, and one
 * that needs something from all, begins when the last member is there;
 * otherwise each pays its part once the root is there. */
static void run_pattern(run *r, const aag_unit *u, const comm_round *round)
{
    for (int i = 0; i < round->member_count; i++) {
        int p = round->members[i].rank;
        charge(r, p, u, PART_OVERHEAD, r->est->call_overhead.ticks);
        r->enter[p] = r->clock[p];
    }
    wide start = r->enter[round->root];
    for (int i = 0; i < round->member_count && round->waits_for_all; i++)
        start = later(r, start, r->enter[round->members[i].rank]);
    for (int i = 0; i < round->member_count; i++) {
        int p = round->members[i].rank;
        wide begin = later(r, start, r->enter[p]);
        charge(r, p, u, PART_WAITING, begin - r->enter[p]);
        charge(r, p, u, PART_COMMUNICATION, round->pattern_time);
        run_tally(r, r->book, p, u->id)->error[COMPONENT_COMMUNICATION] +=
            round->members[i].error[COMPONENT_COMMUNICATION];
    }
}

void exchange_run(run *r, const aag_unit *u, const schedule *s)
{
    for (int i = 0; i < s->round_count; i++) {
        if (s->rounds[i].is_pattern)
            run_pattern(r, u, &s->rounds[i]);
        else
            run_posted(r, u, &s->rounds[i]);
    }
}
