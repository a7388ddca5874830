#ifndef FPREDICT_ESTIMATOR_MEMORY_NEST_H
#define FPREDICT_ESTIMATOR_MEMORY_NEST_H

/* The program as loops and references, which is all that a cache sees of it; worked out once for
 * all evaluations. */

#include "estimator/run/estimator.h"

enum {
    NEST_DEEPEST = 16,  /* loops around a reference */
    TOUCHES_MOST = 2048 /* each is held against those before it: time goes with their square */
};

/* References of one statement to the same elements of an array. */
typedef struct touch {
    const variable *var;
    const reference *ref; /* the first one */
    const aag_unit *unit;
    int step;
    bool is_read, is_written;
    int writes;              /* of its references */
    int depth;               /* loops around */
    int loops[NEST_DEEPEST]; /* nodes, the outermost first */
    dim_access access[MAX_RANK];
    bool goes_anywhere;
    const expr *rest[MAX_RANK]; /* index without the loops */
    const expr **coefficient;   /* [dim * depth + loop]; null: 0 */
    uint32_t moved_by;          /* loops that its subscripts mention */
    uint32_t nonaffine_in;      /* of these, those in which a subscript is not affine: [half + j] */
    int before, next;           /* touches of the same array; -1: none */
} touch;

typedef struct nest_node {
    const aag_unit *unit;   /* a loop, a condition, or a Seq */
    int depth;              /* loops around */
    int child, other, next; /* nodes; -1: none. Calls have what is in them in their place */
    int first, end;         /* touches of the subtree: first … end - 1 */
    bool shapes; /* loops: what is inside depends on the variable otherwise than by moving along */
    bool has_tests;     /* loops: a condition inside may ask for the variable */
    bool has_nonaffine; /* loops: a bound or a step inside is not affine in the variable */
} nest_node;

typedef struct nest {
    int node_count, touch_count, root, deepest;
    nest_node *nodes;
    touch *touches;   /* in the order of execution */
    int *group_of;    /* by touch: index of its block's group, counted over all blocks */
    int *first_group; /* by block: index of its first group */
    int group_count;
} nest;

/* The first of the touches of a touch's array that is not before touch `first`. */
static inline int nest_first(const nest *n, int at, int first)
{
    while (n->touches[at].before >= first)
        at = n->touches[at].before;
    return at;
}

/* Reads the graph, after its groups were found; null, and why, where there is too much of it. */
nest *nest_read(estimator *est, const char **why);

#endif
