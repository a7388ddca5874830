#include "estimator/simulate/affine_jump.h"

#include "estimator/run/run.h"
#include "estimator/simulate/delta.h"
#include "estimator/simulate/steady_state.h"

/* Affinity. As long as no comparison of clocks turns, the clocks after p steps
 * are an affine function of those before. If the last p steps added to each
 * clock what the p steps before added (to different clocks different amounts),
 * they go on doing so, and every difference that was compared goes on changing
 * by the same amount, until the first of them changes its sign. That moment is
 * computed, and the time until then jumped over; what was added up meanwhile is
 * an arithmetic series. */

/* Two periods that were interpreted one after the other, with all that was compared. */
typedef struct two_periods {
    delta before, between, after; /* copies: of before them, between them, and after them */
    uint64_t hash[2];             /* of the comparisons in each, and of what else decided */
    int count;                    /* differences compared in the first */
    const int128 *first, *second; /* these, and those of the second */
    bool is_opaque;               /* something in them was decided by no comparison */
} two_periods;

/* Interprets one period; returns the hash of what decided in it. */
static uint64_t run_period(const stepper *s, int64_t first, int64_t period)
{
    trace_mark mark = trace_now(&s->r->clock_trace);
    s->r->clock_trace.period++;
    loop_simulate_steps(s, first, period);
    return trace_since(&s->r->clock_trace, mark);
}

/* Interprets two periods from iteration `first` on. Ends with two_periods_drop. */
static two_periods run_two_periods(const stepper *s, int64_t first, int64_t period)
{
    run *r = s->r;
    two_periods two = {.before = delta_begin(r)};
    two.hash[0] = run_period(s, first, period);
    two.between = delta_begin(r);
    two.hash[1] = run_period(s, first + period * s->length, period);
    two.after = delta_begin(r);
    two.is_opaque = r->clock_trace.is_opaque || r->clock_trace.compared.is_rounded;
    two.count = two.between.events - two.before.events;
    if (two.count) {
        two.first = r->clock_trace.differences.data + two.before.events;
        two.second = two.first + two.count;
    }
    return two;
}

static void two_periods_drop(two_periods *two)
{
    delta_drop(&two->before);
    delta_drop(&two->between);
    delta_drop(&two->after);
}

static int sign_of(int128 x)
{
    return (x > 0) - (x < 0);
}

/* Did every comparison of the first period go the same way in the second? */
static bool decided_alike(const two_periods *two)
{
    if (two->is_opaque || two->hash[0] != two->hash[1] ||
        two->after.events - two->between.events != two->count)
        return false;
    for (int i = 0; i < two->count; i++)
        if (sign_of(two->first[i]) != sign_of(two->second[i]))
            return false;
    return true;
}

/* Did both periods add the same to each clock, and to the time of what is under way? */
static bool added_alike(const run *r, const two_periods *two)
{
    const delta *a = &two->before, *b = &two->between, *c = &two->after;
    int128 common = (c->now - b->now) - (b->now - a->now);
    for (int p = 0; p < r->clock_count; p++)
        if (c->clock[p] - b->clock[p] + common != b->clock[p] - a->clock[p])
            return false;
    for (int p = r->clock_count; p < r->state_count; p++)
        if (c->clock[p] - b->clock[p] != b->clock[p] - a->clock[p])
            return false;
    return true;
}

/* For how many more periods a difference keeps its sign that was `one` and then `two`; at most
 * `most`. */
static int128 periods_until_turn(int128 one, int128 two, int128 most)
{
    int128 slope = two - one;
    if (!slope)
        return most;
    if (two > 0)
        return slope > 0 ? most : (two - 1) / -slope;
    if (two < 0)
        return slope < 0 ? most : (-two - 1) / slope;
    return 0; /* equal only now */
}

/* For how many more periods all of them keep theirs. */
static int64_t periods_until_any_turn(const two_periods *two, int64_t most)
{
    int128 least = most;
    for (int i = 0; i < two->count; i++) {
        int128 until = periods_until_turn(two->first[i], two->second[i], least);
        least = until < least ? until : least;
    }
    return (int64_t)least;
}

/* What grew by `first` and then by `second` grows by in `times` more periods: increments are an
 * arithmetic series. */
static int128 series(int128 first, int128 second, int128 times)
{
    return times * second + (second - first) * (times * (times + 1) / 2);
}

/* Moves clocks and ledger by `times` more periods. */
static void extend(run *r, const two_periods *two, int64_t times)
{
    const delta *a = &two->before, *b = &two->between, *c = &two->after;
    for (int i = 0; i < r->ledger.size; i++)
        r->ledger.all[i] += series(b->ledger[i] - a->ledger[i], c->ledger[i] - b->ledger[i], times);
    delta_move(r, b->clock, c->clock, times);
    r->now += (c->now - b->now) * times;
    trace_event(&r->clock_trace, (uint64_t)times);
}

int64_t jump_by_affinity(const stepper *s, int64_t first, int64_t period, int64_t left)
{
    clock_trace *trace = &s->r->clock_trace;
    bool was_capturing = trace_capture(trace, true), was_opaque = trace->is_opaque;
    bool was_rounded = trace->compared.is_rounded;
    int had_events = trace->differences.count;
    trace->is_opaque = trace->compared.is_rounded = false;

    two_periods two = run_two_periods(s, first, period);
    int64_t times = 0, most = left / period - 3;
    if (decided_alike(&two) && added_alike(s->r, &two))
        times = periods_until_any_turn(&two, most);
    if (times > 0 &&
        delta_can_extend(s->r, &two.before, &two.between, &two.after, times, s->u->where))
        extend(s->r, &two, times);

    trace_capture(trace, was_capturing);
    if (!was_capturing)
        trace->differences.count = had_events;
    /* Where a turn ends a jump is not an affine function of the clocks. At the loop's end it is:
     * one period is left to be interpreted, so that an enclosing loop sees both ends of what was
     * compared meanwhile. */
    trace->compared.is_rounded |= was_rounded;
    trace->is_opaque = was_opaque || two.is_opaque || (times > 0 && times < most);
    two_periods_drop(&two);
    return (2 + times) * period;
}
