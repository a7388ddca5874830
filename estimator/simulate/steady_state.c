#include "estimator/simulate/steady_state.h"

#include <stdlib.h>
#include <string.h>

#include "estimator/run/run.h"
#include "estimator/simulate/affine_jump.h"
#include "estimator/simulate/along_ring.h"
#include "estimator/simulate/async.h"
#include "estimator/simulate/body_record.h"
#include "estimator/simulate/changed_places.h"
#include "estimator/simulate/delta.h"
#include "estimator/simulate/interpret.h"
#include "estimator/simulate/iteration_period.h"
#include "estimator/simulate/long_walk.h"
#include "estimator/simulate/sample_iterations.h"
#include "estimator/simulate/short_nest.h"

/* Iterations of a loop that communicates. The paper defines them by recurrence
 * (Parashar and Hariri 1996, section 2.3, IterSync); done one by one their cost would grow with
 * the trip count. Two facts let whole stretches be jumped over, exactly:
 *
 * Translation. What an iteration does depends on the clocks only through their
 * differences. If all clocks are later by the same amount than p steps ago, the
 * last p steps will be repeated for ever.
 *
 * Affinity: what each period adds to the clocks and to the differences that were compared
 * (simulate/affine_jump.c).
 *
 * Before that, steps of rounds and work are recorded and done again without interpreting them, only
 * where they do something else than before (simulate/changed_places.c), or in closed form
 * (simulate/along_ring.c). */

#define LONGEST_PERIOD 64  /* in steps */
#define LONGEST_STEP 65536 /* in iterations */

/* --- Steps ------------------------------------------------------------------- */

void loop_simulate_steps(const stepper *s, int64_t first, int64_t count)
{
    for (int64_t k = 0; k < count * s->length && !s->r->has_failed; k++) {
        s->r->position[s->u->id] = first + k;
        s->r->stepped += s->r->clock_count;
        long_walk_check(s->r, s->u);
        interpret_iteration(s->r, s->u, first + k);
    }
}

/* Of the clocks after a step a sum is kept, each times a number of its own, modulo 2^128: what is
 * asked of them is linear. Sums of clocks that differ agree with a probability of 2^-64. */
__extension__ typedef unsigned __int128 clock_sum;

typedef struct history_step {
    clock_sum clocks; /* after the step; the first one's is the beginning */
    int128 first;     /* clock number 0 */
    uint64_t hash;    /* of the step's clock_trace */
    uint64_t state;   /* what is under way after it */
} history_step;

typedef struct history {
    history_step *step; /* [step % slots] */
    clock_sum ones;     /* the sum, were each clock 1 */
    int slots, clocks;
} history;

static const history_step *after(const history *h, int64_t step)
{
    return &h->step[step % h->slots];
}

/* Odd, and in no order. */
static clock_sum factor_of(int clock)
{
    uint64_t x = (uint64_t)(clock + 1) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return (x ^ x >> 27) | 1;
}

static void remember(history *h, const run *r, int64_t step, uint64_t hash)
{
    clock_sum sum = 0;
    for (int p = 0; p < r->clock_count; p++)
        sum += factor_of(p) * (clock_sum)(r->now + r->clock[p]);
    for (int p = r->clock_count; p < h->clocks; p++)
        sum += factor_of(p) * (clock_sum)async_clock(r, p);
    h->step[step % h->slots] = (history_step){sum, r->now + r->clock[0], hash, async_hash(r)};
}

static bool is_same_state(const history *h, int64_t step, int64_t period)
{
    return after(h, step)->state == after(h, step - period)->state;
}

/* Did the last `period` steps do what those before them did, adding the same to
 * each clock? */
static bool recurs(const history *h, int64_t step, int64_t period)
{
    if (!is_same_state(h, step, period))
        return false;
    for (int64_t i = 0; i < period; i++)
        if (after(h, step - i)->hash != after(h, step - period - i)->hash)
            return false;
    clock_sum then = after(h, step - period)->clocks;
    return after(h, step)->clocks - then == then - after(h, step - 2 * period)->clocks;
}

static bool is_translation(const history *h, int64_t step, int64_t period)
{
    const history_step *now = after(h, step), *then = after(h, step - period);
    return now->clocks - then->clocks == h->ones * (clock_sum)(now->first - then->first);
}

/* --- Jumps by translation ------------------------------------------------------- */

/* Adds what was added since `before`, when all clocks moved alike, `times` as often again. */
static void translate(const stepper *s, const delta *before, int128 times)
{
    run *r = s->r;
    if (!delta_can_grow(r, before, times, s->u->where))
        return;
    delta_scale(r, before, times);
    /* That the clocks moved alike is what an enclosing loop must see again. */
    for (int p = 0; p < r->clock_count; p++)
        trace_compare(&r->clock_trace, 0, 0);
    trace_event(&r->clock_trace, (uint64_t)times);
}

/* Runs one period more and multiplies it. Returns the steps done. */
static int64_t jump_by_translation(const stepper *s, int64_t first, int64_t period, int64_t left)
{
    delta before = delta_begin(s->r);
    loop_simulate_steps(s, first, period);
    translate(s, &before, left / period - 1);
    delta_drop(&before);
    return left / period * period;
}

/* --- The loop -------------------------------------------------------------- */

/* A stretch of steps that all do the same, on its way. */
typedef struct stretch {
    const stepper *s;
    int64_t first, count; /* its first iteration; its steps */
    int64_t done;         /* steps, those that were jumped over included */
    history h;
    int64_t since;      /* steps in the history, after the one that it begins with */
    int64_t patience;   /* steps to wait after a short jump: twice as many each time */
    int64_t rest_until; /* no jump before so many are done */
    bool is_recorded;   /* steps are, when so many are done: */
    int64_t record_at;
    int vain;         /* records that were of no use */
    int64_t recorded; /* times that the next record may be of use for */
} stretch;

static int64_t next_iteration(const stretch *x)
{
    return x->first + x->done * x->s->length;
}

static void forget_steps(stretch *x)
{
    x->since = 0;
    remember(&x->h, x->s->r, 0, 0);
}

/* Jumps by a period, as far as is possible. A short jump by affinity is not worth the two periods
 * that it takes to find out: after it there is a rest. */
static void jump(stretch *x, int64_t period)
{
    int64_t left = x->count - x->done, at = next_iteration(x);
    if (is_translation(&x->h, x->since, period)) {
        x->done += jump_by_translation(x->s, at, period, left);
    } else {
        int64_t jumped = jump_by_affinity(x->s, at, period, left);
        x->done += jumped;
        x->patience = jumped > 8 * period ? 1 : x->patience * 2;
        x->rest_until = x->done + x->patience;
    }
    forget_steps(x);
}

/* The shortest period that recurs, and for which enough steps are left; 0: none. */
static int64_t recurring_period(const stretch *x)
{
    if (x->done < x->rest_until)
        return 0;
    for (int64_t p = 1; p <= LONGEST_PERIOD && 2 * p <= x->since; p++)
        if (x->count - x->done >= 4 * p && recurs(&x->h, x->since, p))
            return p;
    return 0;
}

static void step(stretch *x)
{
    run *r = x->s->r;
    trace_mark mark = trace_now(&r->clock_trace);
    loop_simulate_steps(x->s, next_iteration(x), 1);
    x->done++;
    remember(&x->h, r, ++x->since, trace_since(&r->clock_trace, mark));
}

/* The usual case, with fewer steps: the second or third one moves all clocks alike and leaves
 * what the caches hold as it found it. Then all are done. */
static void begin(stretch *x)
{
    run *r = x->s->r;
    bool is_steady = false;
    for (int i = 0; i < 3 && !is_steady && !r->has_failed; i++) {
        int64_t changes = r->changes;
        delta before = delta_begin(r);
        step(x);
        is_steady = r->changes == changes && is_same_state(&x->h, x->since, 1) &&
                    is_translation(&x->h, x->since, 1);
        if (is_steady)
            translate(x->s, &before, x->count - x->done);
        delta_drop(&before);
    }
    if (is_steady)
        x->done = x->count;
}

/* Records as many steps, and does them as often again as is of use. Returns whether that was as
 * often as was asked for. */
static bool record_steps(stretch *x, int64_t steps)
{
    run *r = x->s->r;
    source_range where = x->s->u->where;
    body_record *b = body_record_new(x->s, next_iteration(x), steps);
    x->done += steps;
    int64_t most = (x->count - x->done) / steps, done = 0;
    if (b->is_possible && steps == 1)
        done = along_ring_run(r, b, most, where);
    if (b->is_possible && !done && !r->has_failed) {
        most = most < x->recorded ? most : x->recorded;
        done = changed_places_run(r, b, most, where);
    }
    x->is_recorded = b->is_possible && !r->has_failed;
    body_record_drop(b);
    x->done += done * steps;
    return done == most;
}

/* Neighbours may be ahead of each other in turn: then most do what they did two steps before. Steps
 * whose changes go on for ever are what jumps are for: they have their turn in between. */
static void record(stretch *x)
{
    enum { STEPS_BETWEEN = 16, STEPS_MOST = 2, VAIN_MOST = 4 };
    bool is_useful = false;
    for (int64_t steps = 1; steps <= STEPS_MOST && !is_useful && x->is_recorded; steps *= 2)
        if (x->count - x->done >= 4 * steps)
            is_useful = record_steps(x, steps);
    x->is_recorded &= is_useful || ++x->vain < VAIN_MOST;
    x->recorded *= is_useful ? 2 : 1;
    x->record_at = x->done + (is_useful ? STEPS_BETWEEN : 2 << x->vain);
    forget_steps(x);
}

static history history_new(const run *r, int64_t steps)
{
    history h = {.clocks = r->state_count, .slots = 2 * LONGEST_PERIOD + 1};
    if (steps < h.slots)
        h.slots = (int)steps + 1;
    h.step = malloc((size_t)h.slots * sizeof *h.step);
    assert(h.step);
    for (int p = 0; p < h.clocks; p++)
        h.ones += factor_of(p);
    return h;
}

void loop_simulate_stretch(const stepper *s, int64_t first, int64_t count)
{
    if (count < 4) {
        const loop_values *v = s->r->values[s->u->id];
        int64_t before = long_walk_begin(s->r, s->u, v->trips[0]);
        loop_simulate_steps(s, first, count);
        s->r->walked[s->u->id] = before;
        return;
    }
    enum { RECORDED_FIRST = 256 };
    stretch x = {.s = s, .first = first, .count = count, .h = history_new(s->r, count)};
    x.recorded = RECORDED_FIRST;
    x.is_recorded = body_can_be_recorded(s->r, s->u);
    x.patience = 1;
    forget_steps(&x);
    begin(&x);
    while (x.done < count && !s->r->has_failed) {
        if (x.is_recorded && x.done >= x.record_at)
            record(&x);
        if (x.done == count || s->r->has_failed)
            break;
        step(&x);
        int64_t period = recurring_period(&x);
        if (period)
            jump(&x, period);
    }
    free(x.h.step);
}

/* Are the stretches in which nothing changes its owner so long that looking for a steady state in
 * each is less than to interpret all iterations, or as many as stand for all? */
static bool has_long_stretches(run *r, const stepper *s, int64_t count)
{
    enum { STEPS = 8 }; /* of a stretch, that are interpreted before all are known */
    if (!r->est->unit[s->u->id].placed_count)
        return true;
    int64_t changes = owner_changes(r, s->u, count), most = loop_walked_at_most(r);
    most = count < most ? count : most;
    return changes >= 0 && changes < most / STEPS / s->length;
}

void loop_simulate(run *r, const aag_unit *u, int64_t count)
{
    stepper one = {r, u, 1}, s = {r, u, 1};
    const unit_info *info = &r->est->unit[u->id];
    if (r->est->options.explicit_clocks) {
        loop_simulate_steps(&one, 0, count);
        return;
    }
    if (short_nest_simulate(r, u, count))
        return;
    bool is_regular = info->is_known_flow && r->values[u->id]->is_common;
    if (is_regular)
        s.length = iteration_period(r, u);
    if (!is_regular || s.length > LONGEST_STEP || !has_long_stretches(r, &s, count)) {
        loop_sample(&one, count);
        return;
    }
    int64_t done = 0;
    while (count - done >= s.length && !r->has_failed) {
        int64_t steps = stable_window(&s, done, (count - done) / s.length);
        loop_simulate_stretch(&s, done, steps);
        done += steps * s.length;
    }
    loop_simulate_steps(&one, done, count - done);
}
