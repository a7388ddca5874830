#ifndef FPREDICT_ESTIMATOR_MEMORY_PIECE_WALK_H
#define FPREDICT_ESTIMATOR_MEMORY_PIECE_WALK_H

/* One piece of a program, access by access, on simulated caches that are empty when it begins. */

#include "estimator/memory/stream.h"

enum { PIECES_MOST = 64 };

typedef struct piece_level {
    cache_state cache;
    bool is_tlb, allocates;
    bool is_asked;             /* its sets are waited for */
    int need;                  /* lines that come into a set until it holds what it would */
    int *came;                 /* by set; null: the level is not simulated */
    int64_t ready;             /* sets */
    int64_t *missed, *unknown; /* by touch: in sets that are ready, and in others */
} piece_level;

typedef struct piece_walk {
    stream *t;
    int levels;
    piece_level level[CACHE_LEVELS];
    bool may_skip;               /* a use of the line that was used last changes nothing */
    int64_t *executed;           /* by touch */
    int64_t *address, *pace;     /* by touch: of the innermost loop that runs */
    bool *is_one;                /* by touch: one element, where the loops alone say */
    int target;                  /* the touch where a piece begins, */
    int64_t start[NEST_DEEPEST]; /* and the iterations of the loops around it */
    bool is_counting, is_over;
    int64_t most;    /* accesses before it counts */
    int64_t counted; /* and those that follow; 0: it ends when all levels are ready */
    int64_t left;    /* of these, or of those */
} piece_walk;

/* With room for all levels that can be asked about. */
void piece_open(piece_walk *p, stream *t);
/* Adds what the piece that begins at the target misses in the nest; returns its accesses. */
int64_t piece_go(piece_walk *p, int number);

#endif
