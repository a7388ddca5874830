#ifndef FPREDICT_ESTIMATOR_MEMORY_BACK_WALK_H
#define FPREDICT_ESTIMATOR_MEMORY_BACK_WALK_H

/* Is a line still there? The accesses before its use, from the last one back. */

#include "estimator/memory/cache_state.h"
#include "estimator/memory/stream.h"

enum { OTHERS_MOST = 128 }; /* lines of a set that are told apart */

/* Where a node is in the tree. */
typedef struct back_place {
    int parent, before; /* the node around, and the one before it in its list; -1: none */
    int last_child, last_other;
} back_place;

/* A touch while iterations of a loop are looked at: the least and greatest address in the first
 * one, with the loops inside running, and what an iteration adds. */
typedef struct back_touch {
    int at;
    uint32_t depends;
    int rows; /* into which what lies between falls, `pitch` apart */
    int64_t low, high, low_by, high_by, pitch;
    int64_t next; /* the iteration in which it may come to the set, of those not walked yet */
} back_touch;

/* Rows that a box falls into: as many as the widest step of the loops that run makes. */
typedef struct back_rows {
    int count;
    int64_t pitch;
} back_rows;

typedef enum back_outcome {
    BACK_FOUND, /* the line was used, and since then fewer than so many other lines of its set */
    BACK_GONE,  /* as many or more */
    BACK_BEGIN, /* it never was */
    BACK_LOST   /* it took too long */
} back_outcome;

/* Uses of one set's lines by all of the program, the last one first. */
typedef struct set_use {
    int at; /* touch */
    int64_t line;
    double times; /* so often, each with the uses around it */
} set_use;

typedef struct set_record {
    set_use *use;
    int count, room;
    double times; /* that what is walked now stands for */
} set_record;

typedef struct back_walk {
    stream *t;
    const cache_state *level; /* its shape; what it holds is not asked for */
    const bool *leaves;       /* by touch: its line is in the cache after it */
    back_place *places;       /* by node */
    int last;                 /* node of the program */
    uint32_t *depends;        /* by touch: loops around that change what those inside do to it */
    int *node_of;             /* by touch: of its statement */
    int64_t *low, *high;      /* by touch and loops outside: sums of the least and greatest address
                               * while the loops inside run, the constant last */
    int *sums_of;             /* by touch: its first in those */
    back_rows *rows;          /* by touch and loops outside, [touch * (deepest + 1) + outside] */
    back_touch *active;       /* room for lists of touches */
    int room;
    int64_t line, set;
    int64_t other[OTHERS_MOST]; /* each once; or, by anything but LRU, as they were used, the last
                                 * use first, itself too */
    int others, most;
    bool keeps_history; /* the latter: which uses missed decides what is in the set */
    bool is_long;       /* it would be, of few lines: these are told apart instead */
    bool is_from_begin; /* the program's, that history */
    int64_t enough;     /* looks that are to be left when what was before the line is known well, or
                         * the line has gone and whether it was ever used is only of use */
    bool is_found;
    int found_by; /* touch, and where the loops around it were then */
    int64_t found_at[NEST_DEEPEST];
    bool asks_first;     /* go on for whether it was ever used, */
    int64_t first_looks; /* so many looks at most once it has gone */
    set_record *record;  /* null: one line is looked for */
    int64_t left;        /* looks at references that may still be made */
} back_walk;

/* --- back_tree.c --- */
void back_open(back_walk *b, stream *t);

/* --- back_jump.c --- */
/* The last one of iterations `from` … `to` in which a touch whose box keeps its size may come to
 * the set, or, where only that is left to ask, to the line; from - 1: there is none. */
int64_t back_meets(back_walk *b, const back_touch *t, int64_t from, int64_t to);
/* How many iterations before that one it is in the same line, of a touch of one element. */
int64_t back_stays(const back_walk *b, const back_touch *t, int64_t iteration);

/* --- back_walk.c --- */
/* What has become of the line of touch `at`, with the loops where t->at says, in those
 * iterations. `most` lines of its set drive it out. */
back_outcome back_look(back_walk *b, int at, const int64_t *iteration, int most, int64_t budget);
/* Was the line ever used: found, or lost, or else not. */
back_outcome back_ever(back_walk *b, int64_t line, int64_t budget);

/* Writes down all uses of a set's lines; false: they are too many. */
bool back_record(back_walk *b, int64_t set, set_record *into, int64_t budget);

/* --- set_history.c --- */
/* Does it matter which uses of a set missed, and not only which were the last? */
bool set_needs_history(const cache_state *c);
/* Uses of a set that are looked at, of a cache of so many ways. */
int set_history_most(int ways);
/* Goes on with lines instead of uses, if the history, which is full, has no more than ways: they
 * may all have been there for long, with the line that is looked for. */
void set_history_shorten(back_walk *b);
/* The chance that the line that back_look has found is there no more, after the history of its
 * set; by FIFO it is 0 or 1. */
double set_history_miss(const back_walk *b, uint64_t *dice);

#endif
