#ifndef FPREDICT_TESTS_PLAN_RANDOM_MAKER_H
#define FPREDICT_TESTS_PLAN_RANDOM_MAKER_H

/* A random program in the making. Private to it. */

#include "support/vec.h"
#include "tests/plan/random_program.h"

typedef struct maker {
    fp_context *ctx;
    random_state *r;
    expr_pool *pool;
    VEC(const variable *) arrays;
    VEC(const variable *) variables;
    const variable *scalar;    /* accumulated into, and read */
    const variable *temporary; /* written first in each iteration that uses it */
    VEC(const dist_template *) templates;
    const proc_grid *grid;
    bool is_moving; /* an XMP program, all of whose nests stand in gmoves */
    /* 1, 2 and 4, as the loop around the nest that is being made goes on, for strides
     * and distances; null: the nest has none. */
    const expr *power;
} maker;

enum { TEMPLATE_EXTENT = 40 };

typedef struct nest {
    int depth;
    const loop_var *var[3];
    int low[3], high[3]; /* of all its values */
} nest;

/* Adds a loop inside those of the nest. */
node *random_loop(maker *m, nest *n);
/* A read or write of `v` under the loops. */
const reference *random_reference(maker *m, const nest *n, const variable *v, bool is_write);
/* One to `most` reads of arrays; sets *count. */
const reference *const *random_reads(maker *m, const nest *n, int most, int *count);

/* random_condition.c: an `if`, its branches empty, on the loop variables or on
 * values of arrays. */
node *random_condition(maker *m, const nest *n);

/* random_forall.c: a forall of one or two assignments, some under a mask. */
node *random_forall(maker *m, bool is_single);

#endif
