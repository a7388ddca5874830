#include "estimator/simulate/changed_places.h"

#include "estimator/run/run.h"
#include "sysmodels/network/alike.h"

/* Let all clocks but a few move by one amount in a step, the rate, and let a step do the same sums
 * each time. Who enters a round later than in the step before by the rate, as do all whose messages
 * it gets, is through later by the rate: rules on clocks are sums and maxima. So what changes from
 * one step to the next spreads from those that moved otherwise along their messages, and only there
 * is anything to be worked out. Clocks are kept less the rates of the steps done.
 *
 * What a place waits in a step is when it is through less when it entered, and something that
 * stays. It was w in the recorded step and is more by d from step t on: over n steps that are
 * n w + (n - t + 1) d. */

enum { KNOWN = 1 << 14, FOLLOWED = 8 /* times the work of one that is known */ };

/* How long a round takes members of a colour. */
typedef struct known {
    const comm_round *round;
    uint64_t colour;
    int128 time;
} known;

typedef struct changes {
    run *r;
    body_record *b;
    exchange_clocks x;
    comparisons unrecorded;
    int128 rate, base; /* base: rates of all steps done */
    int128 *shift;     /* by place: by what it moved more than the rate, since this point of the
                        * step before; 0 but of those in `changed` */
    int *changed;      /* places */
    int count;
    int *asked;     /* places: those, and those whom they reach in a round */
    bool *is_asked; /* by place */
    followed_place *followed;
    int128 *was;         /* by number there: when it was through in the step before */
    struct known *known; /* by colour and round */
    int64_t work;        /* places that were followed */
} changes;

/* What most places have, if there is such an amount (Boyer and Moore 1981). */
static int128 most_frequent(const int128 *all, int places)
{
    int128 found = 0;
    int votes = 0;
    for (int p = 0; p < places; p++) {
        if (!votes)
            found = all[p];
        votes += all[p] == found ? 1 : -1;
    }
    return found;
}

/* Makes what most places move by the rate. */
static void set_rate(changes *c)
{
    const int128 by = most_frequent(c->shift, c->b->places);
    c->rate += by;
    c->count = 0;
    for (int p = 0; p < c->b->places; p++) {
        c->shift[p] -= by;
        if (c->shift[p])
            c->changed[c->count++] = p;
    }
}

static changes changes_new(run *r, body_record *b)
{
    arena *a = b->memory;
    changes c = {.r = r, .b = b, .unrecorded = comparisons_unrecorded()};
    c.shift = ARENA_ARRAY(a, b->places, int128);
    c.changed = ARENA_ARRAY(a, b->places, int);
    for (int p = 0; p < b->places; p++)
        c.shift[p] = b->end[p] - b->start[p];
    set_rate(&c);
    return c;
}

static void make_room(changes *c)
{
    body_record *b = c->b;
    arena *a = b->memory;
    exchange_clocks_open(&c->x, a, NULL, b->places, 0);
    c->asked = ARENA_ARRAY(a, b->places, int);
    c->is_asked = ARENA_ARRAY(a, b->places, bool);
    c->followed = ARENA_ARRAY(a, b->places, followed_place);
    c->known = ARENA_ARRAY(a, KNOWN, known);
    c->was = ARENA_ARRAY(a, b->places, int128);
    body_record_find_reach(b);
    for (int i = 0; i < b->rounds.count; i++) {
        b->rounds.data[i].more = ARENA_ARRAY(a, b->places, int128);
        b->rounds.data[i].missed = ARENA_ARRAY(a, b->places, int128);
    }
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

/* Those of a colour that was met before are through after as long. */
static void follow_all(changes *c, const recorded_round *one, int count)
{
    const round_reach *reach = one->reach;
    for (int i = 0; i < count; i++) {
        int p = c->followed[i].place;
        uint64_t colour = alike_coming(&c->x, one->round, p, reach->does[p], reach->sends);
        known *its = &c->known[colour % KNOWN];
        if (its->round != one->round || its->colour != colour) {
            exchange_again(c->r->est->network.exchange, one->round, &c->x, &c->followed[i], 1);
            *its = (known){one->round, colour, one->done[p] - one->enter[p]};
            c->work += FOLLOWED;
        }
        one->done[p] = one->enter[p] + its->time;
        c->work++;
    }
}

/* A round in step number `step`, from 1 on. */
static void do_round(changes *c, recorded_round *one, int64_t step)
{
    const int asked = ask_all(c, one);
    int followed = 0;
    c->x.compared = &c->unrecorded;
    c->x.enter = one->enter;
    c->x.done = one->done;
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
    follow_all(c, one, followed);
    note_followed(c, one, followed, step);
    c->count = 0;
    for (int i = 0; i < asked; i++)
        if (c->shift[c->asked[i]])
            c->changed[c->count++] = c->asked[i];
}

static void do_step(changes *c, int64_t step)
{
    c->base += c->rate;
    for (int i = 0; i < c->b->rounds.count; i++)
        do_round(c, &c->b->rounds.data[i], step);
    for (int i = 0; i < c->count; i++)
        c->b->end[c->changed[i]] += c->shift[c->changed[i]];
}

/* Is it less work to go through all places? */
static bool is_too_much(const changes *c, int64_t steps)
{
    enum { FEW_STEPS = 4, FEW_PLACES = 4 };
    const int64_t each = 1 + (int64_t)c->b->rounds.count * c->b->places / FEW_PLACES;
    return c->work > each * (steps + FEW_STEPS);
}

/* Puts it on clocks and ledger. */
static void leave(changes *c, int64_t steps)
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
    r->now += c->base;
    for (int p = 0; p < b->places; p++) {
        r->clock[p] = b->end[p] + c->base - r->now;
        sum = (sum ^ (uint64_t)(b->end[p] - b->start[p])) * UINT64_C(0x9e3779b97f4a7c15);
    }
    trace_event(&r->clock_trace, sum ^ (uint64_t)steps);
}

/* Would most of the work be to follow places that do something else each time? */
static bool do_most_change(const changes *c)
{
    enum { FEW = 16, PART = 2 };
    int most = FEW + c->b->places / PART;
    for (int p = 0; p < c->b->places && most >= 0; p++)
        most -= !has_only_moved(c, c->b->rounds.data, p);
    return most < 0;
}

int64_t changed_places_run(run *r, body_record *b, int64_t most, source_range where)
{
    changes c = changes_new(r, b);
    int64_t steps = 0;
    if (do_most_change(&c))
        return 0;
    make_room(&c);
    while (steps < most && c.count && !is_too_much(&c, steps)) {
        do_step(&c, ++steps);
        if (2 * c.count > b->places)
            set_rate(&c);
    }
    c.base += (most - steps) * (c.count ? 0 : c.rate);
    steps = c.count ? steps : most;
    if (!body_record_multiply(r, b, steps, where))
        return 0;
    leave(&c, steps);
    return steps;
}
