#ifndef FPREDICT_TESTS_ESTIMATOR_MEMORY_RANDOM_NEST_H
#define FPREDICT_TESTS_ESTIMATOR_MEMORY_RANDOM_NEST_H

/* Random programs of affine nests: walked access by access, and as a tree for the estimator. */

#include "tests/estimator/memory/cache_twin.h"
#include "tests/estimator/model.h"
#include "tests/random.h"

enum { NEST_LOOPS = 5, NEST_REFS = 5, NEST_NESTS = 3, NEST_ARRAYS = 4, NEST_RANK = 3 };

/* lower … upper, either a number or a number more than the variable of a loop further out. */
typedef struct nest_bound {
    int of; /* index of that loop; -1: none */
    int64_t plus;
} nest_bound;

typedef struct nest_loop {
    nest_bound lower, upper;
    int64_t step;
} nest_loop;

typedef struct nest_ref {
    int array;
    bool is_write;
    int64_t factor[NEST_RANK][NEST_LOOPS], plus[NEST_RANK];
} nest_ref;

/* Loops around each other; the statement is in the innermost. */
typedef struct nest {
    int loop_count, ref_count;
    nest_loop loops[NEST_LOOPS]; /* the first is the program's own loop around all nests */
    nest_ref refs[NEST_REFS];    /* in the order of execution: what is written last */
} nest;

typedef struct nest_array {
    int rank, bytes;
    int64_t extent[NEST_RANK], base;
} nest_array;

typedef struct nest_program {
    int array_count, nest_count;
    nest_array arrays[NEST_ARRAYS];
    nest nests[NEST_NESTS];
} nest_program;

/* Makes one of about `most` accesses at most, with arrays that begin at multiples of `page`. */
nest_program random_nest(random_source *r, int64_t most, int64_t page);
/* The same with loops of so many times the iterations. */
nest_program random_nest_of(random_source *r, int scale, int64_t most, int64_t page);
/* All accesses in order, into `cache`; returns their number. Null: counts only. */
int64_t nest_walk(const nest_program *p, cache_twin *cache);
/* The same as a tree. */
node *nest_tree(model *m, const nest_program *p);
/* As C, for people. */
void nest_print(const nest_program *p);

#endif
