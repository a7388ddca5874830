#ifndef FPREDICT_ESTIMATOR_MEMORY_STREAM_H
#define FPREDICT_ESTIMATOR_MEMORY_STREAM_H

/* The program as addresses, one after the other: loops and touches in whole numbers, of one
 * evaluation. */

#include "estimator/memory/walk.h"

/* constant + Σ of[k] × variable of the kth loop around. */
typedef struct stream_sum {
    int64_t constant, of[NEST_DEEPEST];
} stream_sum;

typedef struct stream_loop {
    stream_sum low, high; /* the ends of the interval, whichever the loop begins with */
    int64_t least, most;  /* that cut it off */
    int64_t step;         /* negative: it goes down */
    int64_t trips;        /* of a loop without a variable */
    bool is_plain;        /* statements only, with references that the loops alone move */
    uint32_t uses;        /* loops around that what is inside depends on, itself too */
} stream_loop;

/* Dimensions that a reference goes through, or goes anywhere in. */
typedef struct stream_wide {
    int64_t extent, pitch;
    bool is_anywhere;
} stream_wide;

typedef struct stream_ref {
    stream_sum address;
    bool is_store; /* and nothing else */
    int wide_count;
    stream_wide wide[MAX_RANK];
} stream_ref;

typedef struct stream {
    memory_walk *w;
    const nest *nest;
    stream_loop *loops;       /* by node */
    stream_ref *refs;         /* by touch */
    int64_t at[NEST_DEEPEST]; /* the loops' variables */
    uint64_t dice;            /* for what only chance decides */
    bool needs_env;           /* something inside asks for variables */
} stream;

/* The iterations of a loop, as the variables around it are. */
typedef struct stream_range {
    int64_t first, step, count;
} stream_range;

/* Reads it off the numbers of a walk; false where these are no whole ones. */
bool stream_open(stream *t, memory_walk *w);
stream_range stream_iterations(stream *t, int number);
/* Gives the variable of the loop its value. */
void stream_set(stream *t, const nest_node *n, int64_t value);
/* Is a condition true? By chance, where nothing else decides it. */
bool stream_holds(stream *t, const nest_node *n);
/* Does the processor execute the touch's statement? */
bool stream_is_executed(stream *t, int at);
uint64_t stream_random(stream *t, int64_t below);

static inline int64_t stream_value(const stream_sum *s, int depth, const int64_t *at)
{
    int64_t sum = s->constant;
    for (int k = 0; k < depth; k++)
        sum += s->of[k] * at[k];
    return sum;
}

#endif
