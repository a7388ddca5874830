#include "estimator/simulate/sample_iterations.h"

#include "estimator/run/run.h"
#include "estimator/simulate/delta.h"
#include "estimator/simulate/iteration_period.h"
#include "estimator/simulate/long_walk.h"
#include "estimator/simulate/steady_state.h"

/* Iterations of which no two need be alike: one by one, or, when they are too many, some
 * in the middle of equal stretches for all of theirs.
 *
 * Those sampled have to be in step, as the ones before them would have left the clocks: in
 * a pipeline a processor that is late first catches up with the one that it waits for,
 * and that is not what its stretch goes on doing. So a sample is neighbours, in turns of as
 * many as give each processor its own: a first turn, and then one or two more in which all
 * clocks move alike; as many stand for the rest. Where clocks never do, as the turns differ
 * or the processors do not wait for each other, four turns do. */

#define WALKED_AT_MOST 16384

/* Fewer in loops inside one another. */
int64_t loop_walked_at_most(const run *r)
{
    static const int64_t most[] = {WALKED_AT_MOST, 2048, 64};
    return most[r->walks < 2 ? r->walks : 2];
}

#define LONGEST_SAMPLE 16 /* turns; with those left over, 11 */

/* Iterations in a turn. */
static int64_t turn_length(const stepper *s, int64_t count)
{
    int64_t turn = distribution_period(s->r, s->u), most = WALKED_AT_MOST;
    most = count < most ? count : most;
    return turn <= most / LONGEST_SAMPLE ? turn : 1;
}

/* Gets into step in the turns before number `middle`; `done` becomes how many it took.
 * Returns after how many of them all clocks have moved alike, or 4. */
static int warm_up(const stepper *s, int64_t turn, int64_t middle, int64_t *done)
{
    run *r = s->r;
    int64_t at = middle - 6;
    loop_simulate_steps(s, at * turn, turn);
    *done = 1;
    for (int window = 1; window < 4 && !r->has_failed; window *= 2) {
        delta before = delta_begin(r);
        loop_simulate_steps(s, (at + *done) * turn, window * turn);
        *done += window;
        bool is_in_step = delta_is_translation(r, &before);
        delta_drop(&before);
        if (is_in_step)
            return window;
    }
    return 4;
}

/* Does `count` turns by some in their middle, where what grows from turn to turn is met
 * half-way; `first` is the number of the first. */
static void sample(const stepper *s, int64_t turn, int64_t first, int64_t count)
{
    run *r = s->r;
    int64_t middle = first + count / 2, done;
    int window = warm_up(s, turn, middle, &done);
    int64_t at = middle - window / 2, left = count - done - window;
    delta before = delta_begin(r);
    loop_simulate_steps(s, at * turn, window * turn);
    if (delta_can_grow(r, &before, left / window, s->u->where))
        delta_extrapolate(r, &before, left / window);
    delta_drop(&before);
    loop_simulate_steps(s, (at + window) * turn, left % window * turn);
}

static void walk_some(const stepper *s, int64_t count, int64_t most)
{
    int64_t turn = turn_length(s, count), turns = count / turn;
    int64_t stretches = most / (LONGEST_SAMPLE * turn), done = 0;
    stretches = stretches ? stretches : 1;
    for (int64_t i = 0; i < stretches && !s->r->has_failed; i++) {
        int64_t next = (int64_t)((int128)turns * (i + 1) / stretches);
        sample(s, turn, done, next - done);
        done = next;
    }
    loop_simulate_steps(s, turns * turn, count - turns * turn);
}

void loop_sample(const stepper *s, int64_t count)
{
    run *r = s->r;
    int64_t most = loop_walked_at_most(r);
    int64_t before = long_walk_begin(r, s->u, count);
    r->walks++;
    if (count <= most) {
        loop_simulate_steps(s, 0, count);
    } else {
        r->was_sampled[s->u->id] = true;
        walk_some(s, count, most);
        r->clock_trace.is_opaque = true;
    }
    r->walks--;
    r->walked[s->u->id] = before;
}
