#ifndef FPREDICT_ESTIMATOR_BLOCK_FOOTPRINT_H
#define FPREDICT_ESTIMATOR_BLOCK_FOOTPRINT_H

/* What the references of a block touch: indices, and lines of a cache. */

#include "estimator/block/block.h"

/* What a group touches while some of its loops, and those inside them, run: in
 * elements. */
typedef struct reach {
    double rows;           /* distinct indices in all dimensions but the last */
    double distinct, span; /* in the last one */
} reach;

/* The lines of one level that a group may touch, whoever executes the block. */
typedef struct group_room {
    double parts; /* lines of an element */
    double row;   /* of a whole row */
    double clip;  /* what of a row is touched is no more than this */
    double most;  /* of all that it can touch */
    bool is_streamed;
} group_room;

/* What is the same for all classes of a block, and room for what is not: it is worked
 * out class by class. */
struct block_memory {
    double *extent;   /* [group * MAX_RANK + dim]: indices that it may have there; negative:
                         not known */
    group_room *room; /* [level * group_count + group] */
    /* Of one class: by unit of the block, loops only. */
    double *entries, *trips; /* executions, and mean iterations each time, at least 1 */
    double *body;            /* bytes that an iteration touches */
    double *steps;           /* by group: executions of its step */
    reach *reaches;          /* [group->reach + k]: while loops k and inward run */
    double *lines;           /* likewise, at one level */
};

/* Works out what is the same for all classes; allocates in `a`. */
block_memory *reach_open(run *r, const block_info *b, arena *a);
/* Sets entries, trips, steps and reaches of a class, which has these counts. */
void reach_read(run *r, const block_info *b, const int128 *counts, block_memory *m);
/* Sets lines: distinct ones, at a level. */
void reach_lines(const run *r, const block_info *b, int level, block_memory *m);
/* Lines of the local array at a level; remembered. */
double reach_array_lines(run *r, const variable *v, int level);

/* Inline, where fmin and fmax are calls. */
static inline double smaller(double a, double b)
{
    return a < b ? a : b;
}

static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

#endif
