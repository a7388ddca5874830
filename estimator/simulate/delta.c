#include "estimator/simulate/delta.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "estimator/block/charges.h"
#include "estimator/run/ledger.h"
#include "estimator/run/run.h"
#include "estimator/simulate/async.h"

delta delta_begin(run *r)
{
    charges_settle(r);
    delta c = {.now = r->now, .events = r->clock_trace.differences.count};
    c.ledger = malloc((size_t)(r->ledger.size + r->state_count) * sizeof *c.ledger);
    assert(c.ledger);
    c.clock = c.ledger + r->ledger.size;
    memcpy(c.ledger, r->ledger.all, (size_t)r->ledger.size * sizeof *c.ledger);
    memcpy(c.clock, r->clock, (size_t)r->state_count * sizeof *c.clock);
    return c;
}

void delta_drop(delta *c)
{
    free(c->ledger);
    *c = (delta){0};
}

bool delta_is_translation(const run *r, const delta *before)
{
    for (int p = 1; p < r->clock_count; p++)
        if (r->clock[p] - before->clock[p] != r->clock[0] - before->clock[0])
            return false;
    return true;
}

static int128 latest(const int128 *clock, int count)
{
    int128 most = clock[0];
    for (int p = 1; p < count; p++)
        most = clock[p] > most ? clock[p] : most;
    return most;
}

/* --- What can be counted ------------------------------------------------------ */

static long double size_of(int128 x)
{
    return x < 0 ? -(long double)x : (long double)x;
}

/* Ends the run where what a stretch of iterations adds, `times` times, would leave 128 bits. */
static bool fits(run *r, long double sum, const delta *from, const delta *to, int128 times,
                 source_range where)
{
    if (sum < 0x1p112L)
        return true;
    int128 went = to->now + latest(to->clock, r->clock_count) - from->now -
                  latest(from->clock, r->clock_count);
    run_fail(
        r, where,
        arena_printf(r->scratch,
                     "%.3Lg executions of what takes %.3g s each, or what they send, are more "
                     "than can be counted; choose smaller sizes with --set (-fpredict-set), or "
                     "a machine whose values are smaller",
                     (long double)times, seconds_of(went)));
    return false;
}

static int128 magnitude(int128 x)
{
    return x < 0 ? -x : x;
}

/* The larger of `most` and of what any value has changed by. In integers: it is asked for each
 * stretch of iterations that is jumped over. */
static int128 most_changed(const int128 *now, const int128 *before, int count, int128 most)
{
    for (int i = 0; i < count; i++) {
        int128 change = magnitude(now[i] - before[i]);
        most = change > most ? change : most;
    }
    return most;
}

bool delta_can_grow(run *r, const delta *before, int128 times, source_range where)
{
    charges_settle(r);
    const delta now = {.ledger = r->ledger.all, .clock = r->clock, .now = r->now};
    int128 most = magnitude(now.now - before->now);
    most = most_changed(now.ledger, before->ledger, r->ledger.size, most);
    most = most_changed(now.clock, before->clock, r->clock_count, most);
    for (int i = r->clock_count; i < r->state_count; i++)
        if (async_is_kept(r, i))
            most = most_changed(r->clock + i, before->clock + i, 1, most);
    return fits(r, (long double)most * (long double)times, before, &now, times, where);
}

/* The most that arithmetic series can add up to that grew by one amount and then by another. */
static long double most_of_series(const int128 *a, const int128 *b, const int128 *c, int count,
                                  long double times)
{
    long double most = 0;
    for (int i = 0; i < count; i++) {
        if (a[i] == b[i] && b[i] == c[i])
            continue;
        int128 first = b[i] - a[i], second = c[i] - b[i];
        long double by = size_of(second), change = size_of(second - first);
        most = fmaxl(most, times * (by + change * times));
    }
    return most;
}

bool delta_can_extend(run *r, const delta *a, const delta *b, const delta *c, int64_t times,
                      source_range where)
{
    long double most = most_of_series(a->ledger, b->ledger, c->ledger, r->ledger.size, times);
    most = fmaxl(most, most_of_series(a->clock, b->clock, c->clock, r->clock_count, times));
    for (int i = r->clock_count; i < r->state_count; i++)
        if (async_is_kept(r, i))
            most = fmaxl(most, most_of_series(a->clock + i, b->clock + i, c->clock + i, 1, times));
    most = fmaxl(most, most_of_series(&a->now, &b->now, &c->now, 1, times));
    return fits(r, most, b, c, times, where);
}

/* --- More of it ---------------------------------------------------------------- */

static void multiply_ledger(run *r, const delta *before, int128 times)
{
    for (int i = 0; i < r->ledger.size; i++)
        if (r->ledger.all[i] != before->ledger[i])
            r->ledger.all[i] += (r->ledger.all[i] - before->ledger[i]) * times;
}

void delta_move(run *r, const int128 *from, const int128 *to, int128 times)
{
    /* What is under way no more would be multiplied at each jump, until it cannot be counted. It is
     * by the clocks as they are yet. */
    for (int i = r->clock_count; i < r->state_count; i++)
        if (async_is_kept(r, i))
            r->clock[i] += (to[i] - from[i]) * times;
    for (int p = 0; p < r->clock_count; p++)
        r->clock[p] += (to[p] - from[p]) * times;
}

void delta_scale_ledger(run *r, const delta *before, int128 times)
{
    charges_settle(r);
    multiply_ledger(r, before, times);
}

void delta_scale(run *r, const delta *before, int128 times)
{
    delta_scale_ledger(r, before, times);
    delta_move(r, before->clock, r->clock, times);
    r->now += (r->now - before->now) * times;
}

/* How far a place's clock goes when the stretch is done `times` times more; the front of
 * all clocks went by `ahead` in it, and is `lead` ahead of this one now. `waited` of what
 * the clock went by was waiting. */
static int128 extension(int128 went, int128 waited, int128 ahead, int128 lead, int128 times)
{
    int128 most = lead + ahead * times, least = (went - waited) * times, all = went * times;
    int128 bounded = all < most ? all : most;
    return bounded > least ? bounded : least;
}

void delta_extrapolate(run *r, const delta *before, int128 times)
{
    charges_settle(r);
    int128 then = before->now + latest(before->clock, r->clock_count);
    int128 front = r->now + latest(r->clock, r->clock_count);
    int128 *by = malloc((size_t)r->clock_count * sizeof *by);
    assert(by);
    for (int p = 0; p < r->clock_count; p++) {
        /* Merged places have a second clock, which waits as the first does. */
        int128 waited = ledger_waited_since(r, before->ledger, p % r->places);
        int128 went = r->now + r->clock[p] - before->now - before->clock[p];
        int128 lead = front - r->now - r->clock[p];
        by[p] = extension(went, waited, front - then, lead, times);
    }
    multiply_ledger(r, before, times);
    for (int p = 0; p < r->places; p++) {
        int128 went = r->now + r->clock[p] - before->now - before->clock[p];
        ledger_wait_less(r, before->ledger, p, went * times - by[p]);
    }
    for (int p = r->places; p < r->clock_count; p++) {
        int128 most = r->clock[p - r->places] + by[p - r->places] - r->clock[p];
        by[p] = by[p] < most ? by[p] : most;
    }
    int notes = (1 + r->slot_count) * r->clock_count;
    for (int i = r->clock_count; i < r->state_count; i++)
        if (r->clock[i] != before->clock[i] && async_is_kept(r, i))
            r->clock[i] += i < notes ? by[i % r->clock_count] : (front - then) * times;
    int128 common = (r->now - before->now) * times;
    r->now += common;
    for (int p = 0; p < r->clock_count; p++)
        r->clock[p] += by[p] - common;
    free(by);
}
