#ifndef FPREDICT_TESTS_PLAN_PASSES_RANDOM_MAKER_H
#define FPREDICT_TESTS_PLAN_PASSES_RANDOM_MAKER_H

/* A random program in the making. Private to it. */

#include "support/vec.h"
#include "tests/plan/passes/random_program.h"

typedef struct maker {
    fp_context *ctx;
    random_source *r;
    expr_pool *pool;
    VEC(const variable *) arrays; /* that statements may name now */
    VEC(const variable *) variables;
    const variable *scalar;    /* accumulated into, and read */
    const variable *temporary; /* written first in each iteration that uses it */
    const variable *carried;   /* read first, and then written */
    VEC(const dist_template *) templates;
    VEC(const dist_template *) redistributions;
    bool is_dynamic; /* mappings change */
    const proc_grid *grid;
    const proc_grid *part; /* of it, for some templates; or null */
    bool is_moving;        /* an XMP program, all of whose nests stand in gmoves */
    bool is_deep;          /* three dimensions and three loops, and few of each */
    bool is_symbolic;      /* most numbers are parameters */
    bool has_unknown;      /* some subscripts are known by the run only */
    bool uses_unknown;     /* there is such a subscript by now */
    /* 1, 2 and 4, as the loop around the nest that is being made goes on, for strides
     * and distances; null: the nest has none. */
    const expr *power;
    bool has_power;         /* some nest has them */
    const function *callee; /* or null */
    int callee_number;      /* what is passed for its number */
} maker;

enum { NEST_DEPTH = 3 };

typedef struct nest {
    int depth;
    const loop_var *var[NEST_DEPTH];
    int low[NEST_DEPTH], high[NEST_DEPTH]; /* of all its values */
} nest;

/* A number, which in symbolic programs may be a parameter of that value; and what it is. */
const expr *random_number(maker *m, int value);
int random_value(const expr *e);

/* random_mapping.c */
const proc_grid *random_grid(maker *m);
const dist_template *random_template(maker *m);
/* A distributed array, or now and then one that is not. */
const variable *random_array(maker *m);
/* A variable of rank 0. */
variable *random_variable(maker *m, const char *name);
/* The same template with other formats; now and then all of it is everywhere. */
const dist_template *random_redistribution(maker *m, const dist_template *t);
const alignment *random_alignment(maker *m, const dist_template *t, const variable *v);
/* No array of the program has more in a dimension. */
int random_most_extent(const maker *m);
/* Loops of an array's dimensions stay below this. */
int random_least_extent(const maker *m);

/* random_loop.c: adds a loop inside those of the nest. */
node *random_loop(maker *m, nest *n);

/* A read or write of `v` under the loops. */
const reference *random_reference(maker *m, const nest *n, const variable *v, bool is_write);
const variable *random_choice(maker *m);
/* One to `most` reads of arrays; sets *count. */
const reference *const *random_reads(maker *m, const nest *n, int most, int *count);
node *random_nest(maker *m);

/* random_part.c: a part of m->grid. */
const proc_grid *random_part(maker *m);

/* random_condition.c: an `if`, its branches empty, on the loop variables or on
 * values of arrays. */
node *random_condition(maker *m, const nest *n);

/* random_call.c: a function of arrays and a number, and a call of it. */
void random_function(maker *m); /* sets m->callee */
node *random_call(maker *m);

/* random_forall.c: a forall of one or two assignments, some under a mask. */
node *random_forall(maker *m, bool is_single);
/* Each iteration's own element: every loop variable drives a dimension. */
const reference *random_own_element(maker *m, const nest *n, const variable *v);

/* random_remap.c: a redistribute or realign, one or two, a condition whose branches
 * both remap alike; a formal's mapping of its own. */
node *random_remap(maker *m);
node *random_remaps(maker *m);
node *random_remap_branches(maker *m);
const alignment *random_formal_alignment(maker *m, const variable *formal);

/* random_wave.c: a nest that carries values along every loop. */
node *random_wave(maker *m);

/* random_mirror.c: a nest that reads an array from its other end. */
node *random_mirror(maker *m);

/* random_independent.c: a nest whose iterations do not depend on each other, now and
 * then with 'on home'; a loop that writes or adds to unknown elements. */
node *random_independent(maker *m);
node *random_scatter(maker *m);

#endif
