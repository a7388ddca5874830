#ifndef FPREDICT_PLAN_NORMALIZE_FORALL_H
#define FPREDICT_PLAN_NORMALIZE_FORALL_H

/* Nests whose assignments are all read before any of them is written: forall,
 * array assignment, where (HPF 2.0, section 4; Parashar and Hariri 1996, section 4.3). They
 * become independent nests, through a temporary where they read what they
 * write. Private to plan/. */

#include "plan/planner/planner.h"

enum { FORALL_DEPTH_MAX = 2 * MAX_RANK };

/* A condition around an assignment; `is_else`: it must not hold. */
typedef struct forall_guard {
    node *first; /* what is called in it; of one list with `test` */
    node *test;
    bool is_else;
    const reference *mask; /* its value, kept for all elements; null: it is tested again */
} forall_guard;

/* One assignment of a nest, with what runs before it (calls in it), and the
 * conditions that it stands under, from the outermost. */
typedef struct forall_unit {
    node *first, *last; /* nodes of one list; `last` is the assignment */
    int guard_count;
    int guard[MAX_RANK]; /* indices of the nest's guards */
} forall_unit;

typedef struct forall_nest {
    int depth;
    node *loop[FORALL_DEPTH_MAX];
    VEC(forall_guard) guards;
    VEC(forall_unit) units;
    site inside; /* whose path is the nest's loops */
} forall_nest;

/* The nest at a loop; false after a diagnostic. */
bool forall_read(planner *p, node *outermost, forall_nest *nest);
/* May the nest read, by `ref`, an element that it writes, by `write`, in another
 * iteration? With `or_same`: or in the same one. */
bool forall_conflicts(planner *p, const forall_nest *nest, const reference *write,
                      const reference *ref, bool or_same);
/* The same of everything that a unit, or a guard, reads. */
bool forall_unit_reads(planner *p, const forall_nest *nest, const reference *write,
                       const forall_unit *unit);
bool forall_guard_reads(planner *p, const forall_nest *nest, const reference *write,
                        const forall_guard *guard, bool or_same);

#endif
