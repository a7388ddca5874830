#ifndef FPREDICT_ESTIMATOR_MEMORY_STREAM_H
#define FPREDICT_ESTIMATOR_MEMORY_STREAM_H

/* The program as addresses, one after the other: loops and touches in whole numbers, of one
 * evaluation. */

#include "estimator/memory/cache_state.h"
#include "estimator/memory/walk.h"

/* constant + Σ of[k] × variable of the kth loop around. */
typedef struct stream_sum {
    int64_t constant, of[NEST_DEEPEST];
} stream_sum;

/* The iterations of a loop, as the variables around it are. */
typedef struct stream_range {
    int64_t first, step, count;
} stream_range;

typedef struct stream_loop {
    stream_sum low, high; /* the ends of the interval, whichever the loop begins with */
    int64_t least, most;  /* that cut it off */
    int64_t step;         /* negative: it goes down */
    int64_t trips;        /* of a loop without a variable */
    bool is_plain;        /* statements only, with references that the loops alone move */
    bool is_uneven;       /* its step is another in other iterations of the loops around */
    bool is_asked;        /* something inside asks for its variable's value */
    bool is_fixed;        /* its iterations are the same whatever is around: */
    stream_range range;
    uint32_t uses; /* loops around that what is inside depends on, itself too */
} stream_loop;

enum { BENT_COSTS = 8 }; /* looks at other references that take as long as at such a subscript */

/* A subscript that is no sum of the loops' variables, as [i / 2]: its part of the address. */
typedef struct stream_bent {
    const expr *index;
    int64_t pitch;
    int dim;
} stream_bent;

/* Dimensions that a reference goes through, or goes anywhere in. */
typedef struct stream_wide {
    int64_t extent, pitch;
    bool is_anywhere;
    const touch_index *by; /* what is known of the index; null: nothing */
    int64_t factor, offset;
} stream_wide;

typedef struct stream_ref {
    stream_wide inside; /* of an element that is a structure, or the member: its words */
    stream_sum address; /* without what is bent */
    int bent_count;
    stream_bent bent[MAX_RANK];
    uint32_t bent_by; /* loops that such subscripts mention */
    bool is_store;    /* and nothing else */
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
} stream;

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
/* An index of a touch in a dimension in which it goes anywhere: the same wherever what it is found
 * by is the same. */
int64_t stream_draw(stream *t, int at, const stream_wide *wide);

/* The address of a touch, or of the first of its elements, where the loops' variables are. */
int64_t stream_address(stream *t, int at);
/* The part of it that bent subscripts have. */
int64_t stream_bent_part(stream *t, int at);
/* Bytes from the first to one of the words inside an element: any that the touch comes to. */
int64_t stream_inside(stream *t, int at);

/* The address after an array's last element. */
double stream_array_end(const touch_state *of, int rank);
/* Has a cache of that shape room for all lines from the first one that may be used to the last one?
 * Then none ever goes. */
bool stream_has_room(const stream *t, const cache_state *shape);

static inline int64_t stream_value(const stream_sum *s, int depth, const int64_t *at)
{
    int64_t sum = s->constant;
    for (int k = 0; k < depth; k++)
        sum += s->of[k] * at[k];
    return sum;
}

#endif
