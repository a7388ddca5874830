#ifndef FPREDICT_ESTIMATOR_SIMULATE_DELTA_H
#define FPREDICT_ESTIMATOR_SIMULATE_DELTA_H

/* What a stretch of iterations changes, so that it can be said what more of them
 * would. */

#include "estimator/run/run.h"

/* A copy from before the stretch. */
typedef struct delta {
    int128 *ledger, *clock; /* one piece of memory: ledger_size and run.state_count int128s */
    int128 now;
    int events; /* differences in the clock_trace when it was taken */
} delta;

/* Ends with delta_drop. */
delta delta_begin(run *r);
void delta_drop(delta *c);

/* Did all clocks move alike since? */
bool delta_is_translation(const run *r, const delta *before);

/* Is what was added since `before` small enough to be added `times` times? Fails the run, at
 * `where`, if it is not. */
bool delta_can_grow(run *r, const delta *before, int128 times, source_range where);
/* The same of what was added from `a` to `b` and then from `b` to `c`, as a series. */
bool delta_can_extend(run *r, const delta *a, const delta *b, const delta *c, int64_t times,
                      source_range where);

/* Moves clocks, and the times of what is under way, by what they differ in between two copies of
 * run.clock, `times` times. */
void delta_move(run *r, const int128 *from, const int128 *to, int128 times);
/* Adds what was added since `before` as many times again: right where all clocks moved
 * alike, or where nothing that is compared changes its sign meanwhile. */
void delta_scale(run *r, const delta *before, int128 times);
/* The same of the ledger alone. */
void delta_scale_ledger(run *r, const delta *before, int128 times);

/* The same for a stretch that stands for others like it, but not for certain. What a
 * processor did is added as many times again; what it waited only as far as keeps it
 * from running ahead of the others. Waiting that makes up for an old lead of theirs is
 * no habit: multiplied, it would be a new lead, and greater. */
void delta_extrapolate(run *r, const delta *before, int128 times);

#endif
