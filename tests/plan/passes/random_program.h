#ifndef FPREDICT_TESTS_PLAN_PASSES_RANDOM_PROGRAM_H
#define FPREDICT_TESTS_PLAN_PASSES_RANDOM_PROGRAM_H

/* Random small data-parallel programs, as trees: distributed arrays of one to
 * three dimensions under random alignments and distributions; nests of random
 * bounds (triangular ones, too), strides and subscripts over them; conditions,
 * foralls, calls, gmoves. In every other program most numbers are parameters, so
 * that what the planner cannot know as a number is tried. */

#include "program/env/bindings.h"
#include "program/tree/tree.h"
#include "tests/random.h"

typedef struct random_program {
    program *program;
    const function *entry;
    bindings values; /* the processors' shape is in the directives */
    /* Some nests use elements that are known by the run only. The simulation takes one
     * for each iteration of the innermost loop, so that the order of loops matters. */
    bool has_unknown;
} random_program;

random_program random_program_make(fp_context *ctx, random_source *r);

#endif
