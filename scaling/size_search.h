#ifndef FPREDICT_SCALING_SIZE_SEARCH_H
#define FPREDICT_SCALING_SIZE_SEARCH_H

/* The smallest size, from some size on, at which a quantity, a speed say, is what it has to be. It
 * need not grow with the size: where blocks are uneven, where data leave a cache, or where messages
 * become long ones, it falls. So sizes are tried one by one, as far as the work allows; the answer
 * says how far it did. */

#include <stdbool.h>
#include <stdint.h>

#include "support/arena.h"

/* Sizes beyond are not tried. */
#define SIZE_MOST (INT64_C(1) << 30)

typedef struct size_trial {
    bool is_made; /* else the quantity has no value there */
    bool fits;    /* the nodes' memory is enough; larger sizes are not tried where it is not */
    double value;
    int64_t work; /* that trying took, in evaluations (estimate.walked) */
} size_trial;

/* Tries some sizes; false: the work was broken off. */
typedef bool (*size_try)(void *with, int count, const int64_t *sizes, size_trial *out);

typedef struct size_question {
    int64_t from;   /* no size below it will do; 1 or more */
    double target;  /* the quantity has to be as large, but for a millionth */
    int64_t effort; /* the work that may be done */
    size_try try_all;
    void *with;
} size_question;

/* Sizes without a gap, as far as they were tried. */
typedef struct size_span {
    int64_t first, last;
} size_span;

typedef enum size_end {
    SIZE_FOUND,
    SIZE_BEYOND_MEMORY, /* not up to the last size that the memory is enough for */
    SIZE_BEYOND_EFFORT, /* not up to where trying took all the work that may be done */
    SIZE_BEYOND_MOST,   /* not up to SIZE_MOST */
    SIZE_BROKEN_OFF
} size_end;

typedef struct size_answer {
    size_end end;
    int64_t size; /* SIZE_FOUND: the smallest */
    int64_t step; /* every step-th size below it was tried; 1: each */
    int64_t last; /* the largest that was tried, and has a value */
    /* Where the quantity is large enough, of what was tried up to `last`; ascending, the first
     * begins with `size`. More than one: it falls below in between. */
    int span_count;
    const size_span *spans;
} size_answer;

size_answer size_search(arena *a, const size_question *q);

#endif
