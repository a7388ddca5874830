#ifndef FPREDICT_ESTIMATOR_SIMULATE_DELTA_H
#define FPREDICT_ESTIMATOR_SIMULATE_DELTA_H

/* What a stretch of iterations changes, so that it can be said what more of them
 * would. */

#include "estimator/run/run.h"

/* A copy from before the stretch. */
typedef struct capture {
    wide *book, *clock; /* one piece of memory: book_size and run.state_count wides */
    wide now;
    int events; /* differences in the journal when it was taken */
} capture;

/* Ends with capture_drop. */
capture capture_take(const run *r);
void capture_drop(capture *c);

/* Did all clocks move alike since? */
bool capture_is_translation(const run *r, const capture *before);

/* Adds what was added since `before` as many times again: right where all clocks moved
 * alike, or where nothing that is compared changes its sign meanwhile. */
void capture_multiply(run *r, const capture *before, wide times);

/* The same for a stretch that stands for others like it, but not for certain. What a
 * processor did is added as many times again; what it waited only as far as keeps it
 * from running ahead of the others. Waiting that makes up for an old lead of theirs is
 * no habit: multiplied, it would be a new lead, and greater. */
void capture_extend(run *r, const capture *before, wide times);

#endif
