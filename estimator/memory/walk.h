#ifndef FPREDICT_ESTIMATOR_MEMORY_WALK_H
#define FPREDICT_ESTIMATOR_MEMORY_WALK_H

/* What the files of memory/ share of one evaluation. */

#include "estimator/memory/nest.h"
#include "estimator/memory/reasons.h"
#include "estimator/memory/survive.h"
#include "estimator/run/run.h"

enum {
    REREAD_MOST = 40
}; /* iterations of a loop in which something inside is not affine; of more,
    * such a subscript goes anywhere */

/* A loop, in numbers: bounds are constant + Σ of[k] × variable of the kth loop around it, the
 * constant last. */
typedef struct loop_numbers {
    double *low, *high; /* least and greatest value of the variable */
    double step;        /* as it goes: negative where it descends */
    double density;  /* of the iterations that are the processor's, 1 where they are neighbours */
    double from, to; /* and the interval that they are in */
    double least, most; /* of its values, whatever the sums say */
    double trips;       /* of a loop without a variable */
    bool is_opaque;     /* bounds are no such sums: they are asked for each time; */
    bool is_covered;    /* the sums are then one of several bounds, of which the nearest counts */
    bool is_reread;     /* what is inside is read anew in each of its few iterations */
} loop_numbers;

/* What a touch does while a node runs once: set anew by each node around it. */
typedef struct touch_state {
    double *low, *high; /* [(loops outside * rank + dim) * (depth + 1) + loop]: of the box of
                         * indices while the loops inside run; the constant last */
    dim_access
        access[MAX_RANK]; /* anywhere, too, where it is not affine in a loop of many iterations */
    bool goes_anywhere;
    double *slope; /* [dim * depth + loop]: what an iteration moves a subscript that is not affine
                    * it by, as [i / 2]; after all dims, the loops' middles. Null: of no loop */
    double extent[MAX_RANK];
    double bytes, row_bytes; /* of an element, of a row of the last dimension */
    double pitch[MAX_RANK];  /* bytes from an index to the next */
    double *paces;           /* [loops outside * (depth + 1) + loop]: bytes that it moves the first
                              * element of the box by */
    int *moved;              /* by loops outside: dimension that the next one moves; -1: none */
    double *step_low, *step_high; /* [loop * rank + dim]: by how much an iteration of the loop moves
                                   * the ends of the box of what the loops inside touch */
    int *tied, *alike; /* by loops outside, and by loop: the first touch that keeps its distance to
                        * it (region_is_tied), and that is moved alike (region_moves_alike) */
    double base;       /* address of the array */
    int like;          /* the first touch that the same loops move alike through the array, */
    int before[CACHE_LEVELS]; /* and how many of these come to a line before it does */
    double most[CACHE_LEVELS];
    double from[MAX_RANK], to[MAX_RANK];           /* the box, at the present values */
    double edge_from[MAX_RANK], edge_to[MAX_RANK]; /* what of it no touch before has touched */
    double wide[MAX_RANK];                         /* of the box; at least 1 */
    double full;                                   /* the share of the box that it has come to */
    double distinct[MAX_RANK];  /* indices, by the loops that move the dimension */
    double near;                /* what its iteration before has of the touch that is asked about */
    double elements;            /* distinct ones */
    double runs;                /* executions of the statement */
    uint32_t drawn_by;          /* of what goes anywhere: as of the touch */
    double draws;               /* executions, each with another index */
    int outside;                /* loops outside of what the box is of */
    int child;                  /* of the list that was visited last */
    double size[CACHE_LEVELS];  /* lines of the box */
    double all[CACHE_LEVELS];   /* of what goes anywhere: those that it may come to, */
    double each[CACHE_LEVELS];  /* and those of a draw */
    double own[CACHE_LEVELS];   /* those that no touch before it in the same child has touched */
    double fresh[CACHE_LEVELS]; /* those that no touch before it in the list has touched */
    double beside[CACHE_LEVELS][2]; /* shares of its line at one element that touches of its
                                     * statement have, of elements above it and below it */
} touch_state;

typedef struct touch_sums {
    double runs, draws, elements;
    double lines[CACHE_LEVELS], found[CACHE_LEVELS], missed[CACHE_LEVELS];
    double by_chance[CACHE_LEVELS]; /* of lines that nothing but chance brings again, missed */
    double unsure[CACHE_LEVELS];    /* of those found, that may as well have gone as not */
    double across[CACHE_LEVELS];    /* of those found, in the row before (row_end.c) */
    double round[CACHE_LEVELS], round_missed[CACHE_LEVELS]; /* found and missed by whole
                                                             * iterations (window_kind) */
} touch_sums;

/* A part of what a touch goes through while a node runs once: an interval of the iterations of
 * the loop inside that moves it, from 0 to 1, so many iterations of the loop outside ago. */
typedef struct box_part {
    double from, to, ago;
} box_part;

/* Where the lines of that part are, for all windows of a node. */
enum { PIECES_KEPT = 10 }; /* a touch */
typedef struct kept_piece {
    int level;
    box_part part;
    line_piece piece; /* of one line */
} kept_piece;

/* The pieces of an array that have as many rows, in the window that was gathered as the one with
 * that number. */
typedef struct piece_chain {
    int64_t gathered;
    const variable *var;
    double rows;
    int first, last; /* -1: none */
} piece_chain;

/* A touch in the window that is being asked about. */
typedef struct touch_inside {
    int touch;
    bool is_tied;
    double lines;        /* as those of line_piece, */
    double comes, stays; /* and these as parts of the lines */
} touch_inside;

/* What touches before it in the loop have touched of a touch's lines, in all iterations. */
typedef struct known_part {
    double share;
    int by; /* the touch; -1: none */
} known_part;

struct memory_walk {
    arena *arena; /* of its arrays: the estimator's, or the run's */
    run *r;
    const nest *nest;
    int rank, levels;
    cache_shape level[CACHE_LEVELS];
    bool allocates[CACHE_LEVELS];
    bool has_classes;    /* touch_state.tied and alike are set */
    bool asks_chances;   /* that lines have gone; else executions and first uses are all */
    bool needs_env;      /* loop variables must have values while the walk goes on */
    loop_numbers *loops; /* by node */
    touch_state *touches;
    touch_sums **sums;          /* [loops outside][touch] */
    double range[NEST_DEEPEST]; /* of the values that each of those stands for */
    double at[NEST_DEEPEST];    /* values of the loops' variables */
    double *misses;             /* [level * touches + touch] */
    double *unsure; /* likewise: uses whose lines may as well have gone as not, of cyclic sets */
    double *error;  /* likewise: standard error of the misses, where samples have a part in them */
    double *runs;   /* by touch */
    bool lacks_values;   /* numbers that were read anew had none */
    int64_t asked;       /* places from which lines were looked for */
    line_piece *pieces;  /* room for two a touch */
    piece_chain *chains; /* of these, by what chain_of says */
    int chain_mask;
    int64_t gathered;     /* windows that pieces were gathered of */
    touch_inside *inside; /* room for one a touch */
    int inside_count;
    int *live; /* [level * touches + i]: of the list or loop whose windows are asked about,
                * touches that come to lines of their own; */
    int live_count[CACHE_LEVELS];
    int live_end;        /* these are of all touches before that one */
    int flood;           /* a touch that filled a cache by itself */
    int64_t node_number; /* of the node whose windows are being asked about, as they come */
    int64_t moving_of; /* the node of which is_moving says whether the loop inside moves a touch */
    bool is_moving;
    struct coming *coming; /* null: no level asks for it, or no chance has been asked for yet */
    struct again_script *again;  /* where it is written down for walks after it; null: nowhere */
    struct again_script *script; /* room for that; null: none was needed yet */
    double *grows;      /* by touch of the loop whose iterations are held against each other */
    known_part *known;  /* [touch of the loop that is closed * levels + level] */
    kept_piece *kept;   /* [touch * PIECES_KEPT + part] */
    int64_t *kept_at;   /* likewise: the node that it is of */
    double *room;       /* [variable * MAX_RANK + dim]: indices that there is room for */
    double *base;       /* by variable: addresses */
    reuse_log *reasons; /* null: nobody asks */
};

/* Of a use whose line has gone with a chance: how much of it is not known. At random the chance is
 * how the cache is. */
static inline double unsure_of(const memory_walk *w, int level, double chance)
{
    return w->level[level].replace == REPLACE_RANDOM ? 0 : lesser(chance, 1 - chance);
}

/* Does a touch leave its line in the cache? Stores may go past it. */
static inline bool leaves_lines(const memory_walk *w, int t, int level)
{
    return w->nest->touches[t].is_read || w->allocates[level];
}

/* --- walk.c --- */
/* A walk of an evaluation through a nest; nothing is known of it yet. */
memory_walk *walk_open(run *r, const nest *n);
/* Makes it as if nothing had been walked yet: loops that are read anew have changed boxes. False
 * where something has no value. */
bool walk_start_again(memory_walk *w);

/* --- numbers.c --- */
/* Sets the numbers of loops and the boxes of touches; returns false where something has no value.
 */
bool numbers_read(memory_walk *w);
/* Reads anew what is inside a loop, at the present value of its variable; false where something has
 * no value then. */
bool numbers_reread(memory_walk *w, int number);
/* The value of an expression; clears *ok where it has none. */
double numbers_value(const memory_walk *w, const expr *x, bool *ok);
/* The least and greatest value of a loop's variable where the loops around have theirs, and the
 * number of iterations. */
void loop_interval(const memory_walk *w, int number, double *low, double *high, double *trips);

/* --- bound.c --- */
/* Of a bound that is a least or greatest one (min(N - 1, s + 15)) the operand that moves with loops
 * is the sum, and those that do not limit what comes out. Of several that move the nearest in the
 * middle of the loops is the sum, which the loop does not go beyond, and false is returned. What is
 * no sum, but one and something between two numbers (1 + (i + c) % 2), has the outer end of that,
 * by `is_least`; *is_covered becomes false where even that is not so. */
bool bound_read(memory_walk *w, const expr *x, expr_kind choice, int depth, const int *around,
                double *of, double *limit, bool is_least, bool *is_covered);

/* The least or greatest one in a bound that is such a one (min(N, s + 16) - 1), and what is added
 * to it; null: there is none, or there are several. */
const expr *bound_choice(expr_pool *pool, const expr *x, expr_kind choice, const expr **more);

/* --- room.c --- */
/* Widens what an array has room for by what a touch comes to. */
void room_make(memory_walk *w, int at);
/* Sets the arrays' addresses, once all have their room. */
void room_place(memory_walk *w);

/* --- nonaffine.c --- */
/* Sets the slopes of the loops in which a touch is not affine, and marks those to be read iteration
 * by iteration; false where these are too many: it may go anywhere. */
bool nonaffine_read(memory_walk *w, int at);
/* Slopes of the loops from `outside` on, inside one that is read anew, at its present value. */
void nonaffine_reread(memory_walk *w, int at, int outside);
/* Boxes of what a loop that is read anew has inside, seen from outside: wide enough for all
 * iterations that boxes_widen was called after. */
typedef struct kept_boxes {
    double *low, *high; /* of the touches inside, one after the other */
    bool is_set;
} kept_boxes;
kept_boxes boxes_keep(const memory_walk *w, int number);
void boxes_widen(memory_walk *w, int number, kept_boxes *kept);

/* --- order.c --- */
/* Finds who comes first to the elements that touches share. */
void order_read(memory_walk *w);

static inline bool order_is_before(const memory_walk *w, int t, int other, int level)
{
    const touch_state *a = &w->touches[t], *b = &w->touches[other];
    if (a->like != b->like)
        return a->like < b->like;
    return a->before[level] != b->before[level] ? a->before[level] < b->before[level] : t < other;
}

/* --- region.c --- */
/* Sets a touch's box, while the loops from `outside` on run. */
void region_set_box(const memory_walk *w, int t, int outside);
/* Sets a touch's box and its lines, while the loops from `outside` on run. */
void region_set(const memory_walk *w, int t, int outside);
/* The share of touch `t`'s lines that touch `by` covers, so many iterations of the loop around
 * (number `loop`) ago. */
double region_covered(const memory_walk *w, int t, int by, int loop, double ago, int level);
/* The same of all iterations of the loop until one ago. */
double region_covered_before(const memory_walk *w, int t, int by, int loop, double first,
                             int level);
/* Sets the edge of a touch: its box without what `by` covered so many iterations ago. */
void region_set_edge(const memory_walk *w, int t, int by, int loop, double ago);
/* Does the loop move the boxes of two touches of an array alike? */
bool region_moves_alike(const memory_walk *w, int t, int by, int loop);
/* How many iterations of the loop ago `by` was then where `t` is; 0: never, or nothing tells. */
double region_ahead(const memory_walk *w, int t, int by, int loop);
/* Where the lines of that part are: of one that is somewhere in all of the edge. */
line_piece region_piece(const memory_walk *w, int t, int outside, box_part part, int level);
/* Address of an element of the touch: where it is so far through the loop inside, and, in what that
 * does not decide, so far across. */
double region_address(const memory_walk *w, int t, int outside, double along, double across);
/* Does the loop inside move it? Else it is in all of the box at any time. */
bool region_is_moved(const memory_walk *w, int t, int outside);
/* Bytes that an iteration of the innermost loop outside moves its first element by. */
double region_pace(const memory_walk *w, int t, int outside);
/* Bytes over which its distance to another goes while the loops outside run. */
double region_drift(const memory_walk *w, int t, int other, int outside);
/* Does a touch keep its distance to another in memory, whatever the loops outside do? */
bool region_is_tied(const memory_walk *w, int t, int other, int outside);
/* Finds for each touch who keeps its distance to it, and is moved alike, until something is read
 * anew. */
void region_classify(memory_walk *w);

/* --- row_end.c --- */
/* Are two touches at single elements of one row? */
bool row_end_is_beside(const memory_walk *w, int t, int by);
/* Is the first one's the later of the two? */
bool row_end_is_above(const memory_walk *w, int t, int by);
/* The share of touch `t`'s lines in which touch `by` was across the end of a row: an iteration of
 * the loop ago, of one element each, or in the row before, where both go through the same rows. */
double row_end_share(const memory_walk *w, int t, int by, int loop, int level);
/* The same of all of the loop: which of the two has these lines. */
double row_end_known(const memory_walk *w, int t, int by, int loop, int level);

/* --- corner.c --- */
#define TRIANGLE_MOST 0.75 /* of its box, that a touch comes to of one half */
#define CORNER_LEAST 0.1   /* of the box, that its middle is off the diagonal */
/* In which half of its box a touch is that comes to a triangle of it: below the diagonal (1), above
 * (-1), or in neither. The variables of the loops inside are none after that. */
int region_corner(memory_walk *w, int t);

/* --- window.c --- */
/* Windows that are asked about from now on are of a list or loop whose touches begin there; then,
 * of these, the ones before `end`, which have been visited. */
void window_begin(memory_walk *w, int first);
void window_extend(memory_walk *w, int end);

/* The time from one use of a line to the next. */
typedef enum window_kind {
    IN_LIST,  /* from child `other` of a list to a later one */
    FROM_END, /* from child `other` of one iteration to an earlier one of the next */
    ROUND     /* from a child in one iteration to itself in the next */
} window_kind;

typedef struct window {
    window_kind kind;
    int own, other; /* children */
    int by;         /* touch that used it before */
    double more;    /* iterations more than one */
    double *grows;  /* by touch from `base`: how much of it is new in each; negative: not asked
                     * for yet */
    int base;
} window;

/* The chance that a line of touch `t` has gone after all in the window was touched, of touches
 * first … end - 1, with so many loops outside. */
double window_miss(memory_walk *w, const window *v, int first, int end, int t, int level,
                   int outside);

/* --- loop.c --- */
/* Adds, of the iteration that the walk is in, which stands for `times` of them, what it touches,
 * finds of those before it (of which there are `before`), and misses of that. */
void loop_carry(memory_walk *w, const nest_node *n, int number, double trips, double before,
                double times);
/* Sets what all iterations touch together, and counts what they miss of the rest, `weight` times.
 */
void loop_close(memory_walk *w, const nest_node *n, int number, double trips, double weight);

#endif
