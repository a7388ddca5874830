#include "estimator/simulate/changed_places.h"

#include "estimator/run/run.h"

/* Let all clocks but a few move by one amount in a step, the rate, and let a step do the same sums
 * each time. Who enters a round later than in the step before by the rate, as do all whose messages
 * it gets, is through later by the rate: rules on clocks are sums and maxima. So what changes from
 * one step to the next spreads from those that moved otherwise along their messages, and only there
 * is anything to be worked out. Clocks are kept less the rate times the steps done.
 *
 * What a place waits in a step is when it is through less when it entered, and something that
 * stays. It was w in the recorded step and is more by d from step t on: over n steps that are
 * n w + (n - t + 1) d. */

typedef struct changes {
    run *r;
    body_record *b;
    exchange_clocks x;
    comparisons unrecorded;
    int128 *shift; /* by place: by what it moved more than the rate, since this point of the
                    * step before; 0 but of those in `changed` */
    int *changed;  /* places */
    int count;
    int *asked;     /* places: those, and those whom they reach in a round */
    bool *is_asked; /* by place */
    followed_place *followed;
    int128 *was;  /* by number there: when it was through in the step before */
    int64_t work; /* places that were followed */
} changes;

/* What most places moved by, if there is such an amount (Boyer and Moore 1981). */
static int128 find_rate(const body_record *b)
{
    int128 rate = 0;
    int votes = 0;
    for (int p = 0; p < b->places; p++) {
        int128 by = b->end[p] - b->start[p];
        if (!votes)
            rate = by;
        votes += by == rate ? 1 : -1;
    }
    return rate;
}

static changes changes_new(run *r, body_record *b, int128 rate)
{
    arena *a = b->memory;
    changes c = {.r = r, .b = b, .unrecorded = comparisons_unrecorded()};
    exchange_clocks_open(&c.x, a, NULL, b->places, 0);
    c.shift = ARENA_ARRAY(a, b->places, int128);
    c.changed = ARENA_ARRAY(a, b->places, int);
    c.asked = ARENA_ARRAY(a, b->places, int);
    c.is_asked = ARENA_ARRAY(a, b->places, bool);
    c.followed = ARENA_ARRAY(a, b->places, followed_place);
    c.was = ARENA_ARRAY(a, b->places, int128);
    for (int p = 0; p < b->places; p++) {
        c.shift[p] = b->end[p] - b->start[p] - rate;
        if (c.shift[p])
            c.changed[c.count++] = p;
    }
    for (int i = 0; i < b->rounds.count; i++) {
        b->rounds.data[i].more = ARENA_ARRAY(a, b->places, int128);
        b->rounds.data[i].missed = ARENA_ARRAY(a, b->places, int128);
    }
    return c;
}

static int ask(changes *c, int place, int count)
{
    if (c->is_asked[place])
        return count;
    c->is_asked[place] = true;
    c->asked[count] = place;
    return count + 1;
}

/* Those who enter otherwise, and those whom their messages reach. Returns how many. */
static int ask_all(changes *c, const recorded_round *one)
{
    int count = 0;
    for (int i = 0; i < c->count; i++) {
        int p = c->changed[i];
        one->enter[p] += c->shift[p];
        count = ask(c, p, count);
        for (int k = one->reach->first[p]; k < one->reach->first[p + 1]; k++)
            count = ask(c, one->reach->to[k], count);
    }
    return count;
}

/* Did all whose messages a place gets move as it did itself? */
static bool has_only_moved(const changes *c, const recorded_round *one, int place)
{
    int begin, end;
    if (one->reach->cost_of[place] < 0)
        return true;
    round_incoming(one->round, place, &begin, &end);
    for (int i = begin; i < end; i++)
        if (c->shift[place + one->round->messages[i].from] != c->shift[place])
            return false;
    return true;
}

/* Sets what the followed ones moved by, and what more they wait than in the step before. */
static void note_followed(changes *c, recorded_round *one, int count, int64_t step)
{
    for (int i = 0; i < count; i++) {
        int p = c->followed[i].place;
        int128 by = one->done[p] - c->was[i], waits = by - c->shift[p];
        one->more[p] += waits;
        one->missed[p] += waits * (step - 1);
        c->shift[p] = by;
    }
}

/* A round in step number `step`, from 1 on. */
static void do_round(changes *c, recorded_round *one, int64_t step)
{
    const int asked = ask_all(c, one);
    int followed = 0;
    for (int i = 0; i < asked; i++) {
        int p = c->asked[i];
        c->is_asked[p] = false;
        if (has_only_moved(c, one, p)) {
            one->done[p] += c->shift[p];
            continue;
        }
        c->was[followed] = one->done[p];
        c->followed[followed++] =
            (followed_place){p, &one->round->costs.data[one->reach->cost_of[p]]};
    }
    c->x.compared = &c->unrecorded;
    c->x.enter = one->enter;
    c->x.done = one->done;
    exchange_again(c->r->est->network.exchange, one->round, &c->x, c->followed, followed);
    note_followed(c, one, followed, step);
    c->work += followed;
    c->count = 0;
    for (int i = 0; i < asked; i++)
        if (c->shift[c->asked[i]])
            c->changed[c->count++] = c->asked[i];
}

static void do_step(changes *c, int64_t step)
{
    for (int i = 0; i < c->b->rounds.count; i++)
        do_round(c, &c->b->rounds.data[i], step);
    for (int i = 0; i < c->count; i++)
        c->b->end[c->changed[i]] += c->shift[c->changed[i]];
}

/* Is it less work to go through all places? */
static bool is_too_much(const changes *c, int64_t steps)
{
    enum { FEW_STEPS = 16, FEW_PLACES = 4 };
    const int64_t each = 1 + c->b->places / FEW_PLACES;
    return c->work > each * (steps + FEW_STEPS);
}

/* Puts it on clocks and ledger. */
static void leave(changes *c, int64_t steps, int128 rate)
{
    run *r = c->r;
    const body_record *b = c->b;
    uint64_t sum = 1;
    for (int i = 0; i < b->rounds.count; i++) {
        const recorded_round *one = &b->rounds.data[i];
        int128 *waits = r->ledger.waits + one->wait * r->places;
        for (int p = 0; p < b->places; p++)
            waits[p] += one->more[p] * steps - one->missed[p];
    }
    r->now += rate * steps;
    for (int p = 0; p < b->places; p++) {
        r->clock[p] = b->end[p] + rate * steps - r->now;
        sum = (sum ^ (uint64_t)(b->end[p] - b->start[p])) * UINT64_C(0x9e3779b97f4a7c15);
    }
    trace_event(&r->clock_trace, sum ^ (uint64_t)steps);
}

int64_t changed_places_run(run *r, body_record *b, int64_t most, source_range where)
{
    const int128 rate = find_rate(b);
    changes c = changes_new(r, b, rate);
    int64_t steps = 0;
    while (steps < most && c.count && !is_too_much(&c, steps))
        do_step(&c, ++steps);
    if (!c.count)
        steps = most;
    if (!body_record_multiply(r, b, steps, where))
        return 0;
    leave(&c, steps, rate);
    return steps;
}
