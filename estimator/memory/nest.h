#ifndef FPREDICT_ESTIMATOR_MEMORY_NEST_H
#define FPREDICT_ESTIMATOR_MEMORY_NEST_H

/* The program as loops and references, which is all that a cache sees of it; worked out once for
 * all evaluations. */

#include "estimator/run/run.h"

enum {
    NEST_DEEPEST = 16,  /* loops around a reference */
    LEVELS_MOST = 40,   /* iterations of a loop that is unrolled */
    TOUCHES_MOST = 2048 /* each is held against those before it: time goes with their square */
};

/* An iteration of a loop over levels, which is not in the tree: its iterations are there one after
 * the other, and what is inside has the variable as a number. */
typedef struct nest_level {
    const aag_unit *unit;
    int64_t value;
    const struct nest_level *outer;
} nest_level;

/* What a subscript that is known only at run time is found by: as index_source. The same elements,
 * or the same scalar, between the same two settings are the same index. */
typedef struct touch_index {
    const variable *of; /* null: nothing tells */
    const expr *factor, *offset;
    int element;     /* the touch that reads it; -1: a scalar's value */
    int settings;    /* before it, as they stand in the program */
    uint32_t set_in; /* loops in which it is set */
} touch_index;

/* References of one statement to the same elements of an array, and the same of their members. */
typedef struct touch {
    const variable *var;
    const reference *ref; /* the first one */
    const aag_unit *unit;
    const nest_level *levels; /* that it is in, the innermost first; null: none */
    int step;
    bool is_read, is_written;
    bool is_again; /* its statement has come to the element before, and to others since, which may
                    * have driven it out where they meet in a set: the closed form leaves it out,
                    * those that walk from access to access do not */
    int writes;    /* of its references */
    int depth;     /* loops around */
    int loops[NEST_DEEPEST]; /* nodes, the outermost first */
    dim_access access[MAX_RANK];
    bool goes_anywhere;
    const touch_index *index;   /* by dimension, of those that do; null: nothing tells of any */
    uint32_t drawn_by;          /* loops in whose iterations these subscripts are others */
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
    int after;              /* nodes of the subtree: to after - 1 */
    const nest_level *levels;
    int first, end; /* touches of the subtree: first … end - 1 */
    bool shapes; /* loops: what is inside depends on the variable otherwise than by moving along */
    bool has_tests;     /* loops: a condition inside may ask for the variable */
    bool has_nonaffine; /* loops: a bound or a step inside is not affine in the variable */
} nest_node;

/* The groups of a block, in some iterations of the loops over levels around it. */
typedef struct nest_place {
    int block;
    const nest_level *levels; /* those around the block */
    int first;                /* index of its first group */
} nest_place;

typedef struct nest {
    int node_count, touch_count, root, deepest;
    bool has_levels; /* loops over levels are in the graph */
    nest_node *nodes;
    touch *touches; /* in the order of execution */
    int *group_of;  /* by touch: index of its block's group, counted over all places */
    VEC(nest_place) places;
    int group_count;
} nest;

/* The first of the touches of a touch's array that is not before touch `first`. */
static inline int nest_first(const nest *n, int at, int first)
{
    while (n->touches[at].before >= first)
        at = n->touches[at].before;
    return at;
}

/* The end of a node's own touches, before those of the nodes inside. */
static inline int nest_own_end(const nest *n, const nest_node *of)
{
    return of->child >= 0   ? n->nodes[of->child].first
           : of->other >= 0 ? n->nodes[of->other].first
                            : of->end;
}

/* Reads the graph, after its groups were found; null, and why, where there is too much of it. */
nest *nest_read(estimator *est, const char **why);
/* The same for one evaluation, with its loops over levels unrolled; est->nest where it has none, or
 * where it would be too much. */
const nest *nest_unrolled(run *r);
/* Gives the variables of loops over levels their values there. */
void nest_set_levels(run *r, const nest_level *levels);

/* Are two references of one array in one nest? Which of them misses is each model's own matter. */
static inline bool nest_is_together(const nest *n, int a, int b)
{
    const touch *x = &n->touches[a], *y = &n->touches[b];
    if (x->var != y->var || !x->depth != !y->depth)
        return false;
    return !x->depth || x->loops[0] == y->loops[0];
}

#endif
