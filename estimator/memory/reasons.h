#ifndef FPREDICT_ESTIMATOR_MEMORY_REASONS_H
#define FPREDICT_ESTIMATOR_MEMORY_REASONS_H

/* Why lines are found or missed: what misses_find decides, written down while it decides. Nothing
 * is where nobody asks (run->reuse is null). */

#include "estimator/memory/nest.h"
#include "estimator/run/run.h"

/* Uses of lines of one level, all executions together. */
typedef struct reuse_sum {
    double lines, missed;
    double touched; /* Σ over uses: lines touched since the use before */
    double arrays;  /* likewise: of so many arrays */
    double others;  /* Σ over `told` of the uses: other lines of its set that were used since */
    double told;
    double further; /* Σ over uses of which others were counted no further */
} reuse_sum;

/* What the uses of a touch have in common whose lines were used before in one place. */
typedef struct reuse_record {
    reuse_kind kind;
    int touch, by;  /* used now and before; by: -1, for the first time */
    int loop;       /* REUSE_LOOP: node */
    double ago;     /* iterations of it, Σ over uses of the nearest level */
    double counted; /* those uses */
    reuse_sum level[CACHE_LEVELS];
    reuse_sum open[CACHE_LEVELS]; /* REUSE_LOOP: of the execution that the walk is in */
} reuse_record;

struct reuse_log {
    arena *arena;
    const nest *nest; /* null: nothing was asked */
    VEC(reuse_record) records;
    VEC(int) next; /* by record: the touch's next one; -1 */
    int *first;    /* by touch: its first record; -1 */
    /* Of the window that was looked at last: Σ over the places that it was seen from. */
    double lines, arrays;
    int places;
    int64_t seen; /* places, all windows together: what the evaluation was of work */
};

typedef struct memory_walk memory_walk;

reuse_log *reuse_log_new(arena *a);
/* Before the first note, with the nest whose touches are noted. */
void reuse_log_begin(reuse_log *log, const nest *n);
/* A window, seen from one place: w->pieces lie in it. */
void reasons_see(memory_walk *w, int pieces);
/* Of the window seen since the last such note: so many lines of touch `t` that `by` used before
 * are used again, and have gone with a chance. In a list of nodes. */
void reasons_note_list(memory_walk *w, int t, int by, int level, double lines, double chance);
/* The same between iterations of a loop, so many apart; it counts once reasons_close_loop says for
 * how many lines each of them stands. */
void reasons_note_loop(memory_walk *w, int t, int by, int loop, double ago, int level, double lines,
                       double chance);
void reasons_close_loop(memory_walk *w, int t, int loop, int level, double times);
void reasons_note_first(memory_walk *w, int t, int level, double lines);
/* Adds uses that were looked at; `ago`: Σ over them. */
void reasons_add(memory_walk *w, reuse_kind kind, int t, int by, int loop, int level,
                 const reuse_sum *sum, double ago);
/* Forgets what was noted of a touch at a level. */
void reasons_drop(memory_walk *w, int t, int level);
/* Once the walk's misses are all set: what is noted as missed becomes as much, touch by touch, and
 * of no array more lines come in for the first time than it has. */
void reasons_settle(memory_walk *w);

#endif
