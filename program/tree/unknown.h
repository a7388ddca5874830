#ifndef FPREDICT_PROGRAM_TREE_UNKNOWN_H
#define FPREDICT_PROGRAM_TREE_UNKNOWN_H

/* What cannot be known of a program before it runs, at its place.
 *
 * The front end attaches one to the node whose execution it is about (node.unknowns), or, where it
 * holds whenever the program runs, to the program (program.unknowns). Plans keep it, so that
 * communication is not moved over it; graphs keep it; an estimate names those that are executed,
 * and is not complete. Lives in the arena of the run. */

#include "program/tree/reference.h"

typedef enum unknown_kind {
    /* What it costs, and nothing else: it returns, and leaves the program's data alone. The time
     * without it is a lower bound. */
    UNKNOWN_COST,
    /* Whether and when it returns, or what it reads and writes: the time may be off in either
     * direction. */
    UNKNOWN_FLOW
} unknown_kind;

typedef struct unknown_effect {
    unknown_kind kind;
    source_range where;
    const char *reason; /* a clause for people: "'update' has no body here and may write 'u'" */
    /* A jump or its target: nothing is moved over it, but it touches nothing itself. */
    bool is_jump;
    bool is_end;     /* a loop or the function ends, for those who come there */
    bool is_of_some; /* only some processors do it, and it needs all */
    bool is_kept;    /* a call that generated programs have as it is: there all of it is known */
    /* Of a call by which a function calls itself: why generated programs do not have it as it is,
     * and what to write instead; or null. */
    const char *not_kept;
    bool is_own; /* each processor does it to its own part of the arrays: all of it is known */
    /* Of a call through a pointer: the functions that it may lead to, if all are known; or 0. */
    int callee_count;
    const struct function *const *callees;
    /* How often a function that calls itself is executed: nothing is moved over the inner call, but
     * where a hint or --set gives this, all of it is known. Null: that is not followed. */
    const expr *told_by;
    /* The mapped arrays that it may read or write; or all that there are. */
    bool touches_all;
    int array_count;
    const variable *const *arrays;
    const struct unknown_effect *next; /* another one of the same node; null: no more */
} unknown_effect;

/* Do two say the same of the same place? A plan may have copies. */
bool unknown_is_same(const unknown_effect *a, const unknown_effect *b);

/* May it read or write the array? */
bool unknown_touches(const unknown_effect *u, const variable *array);

#endif
