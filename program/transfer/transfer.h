#ifndef FPREDICT_PROGRAM_TRANSFER_TRANSFER_H
#define FPREDICT_PROGRAM_TRANSFER_TRANSFER_H

/* The exact messages of a communication under one binding, in closed form.
 *
 * Receiver q needs element x of the source when one of the communication's
 * needs touches x in an iteration that q executes, and q owns no copy of x.
 * One message goes from each owner s (of a replicated element: the copy whose
 * coordinates on the replicated axes are q's) to each such q; an element that
 * several needs touch is counted once per receiver. A write-back
 * (comm_is_write_back) moves the other way, from the executing processor to the owner.
 *
 * What that leaves open. Elements outside the array's extents do not move. A
 * receiver outside the source's grid counts as coordinate 0 of it. Of a write to
 * a replicated element every copy gets the value, each from the executing
 * processor that shares its coordinates on the home axes that are not restricted.
 *
 * References whose subscripts use each loop variable in at most one dimension
 * are separable: the set is a product over dimensions, counted by breakpoints
 * and periods, and the cost depends on neither N nor the iterations. Others are
 * taken apart into separable ones while they are few (a short loop's values one
 * by one, the pieces of a min, a select or a modulo), slice by slice of the array
 * where no loop around them changes them (triangles), or else bounded. */

#include "program/env/bindings.h"
#include "program/env/residue.h"
#include "program/tree/tree.h"

typedef struct message {
    int sender, receiver; /* ranks; never equal */
    int64_t elements;
} message;

typedef struct transfer {
    int count; /* ordered by receiver, then sender */
    const message *messages;
    int64_t elements; /* over all messages */
    /* An upper bound instead of an exact count: indirect subscripts, long
     * loops that share a subscript or whose bounds depend on one another. */
    bool is_bound;
} transfer;

/* Computes the messages; loop variables outside the needs' ranges take their
 * value from `e`, in which those of the ranges may change. Allocates in `a`.
 * Returns false when an expression cannot be evaluated (*ok as in expr_eval). */
bool transfer_compute(arena *a, env *e, const communication *c, transfer *out, bool *ok);

/* What decided a communication's messages the last time; of one evaluation, and zero but for its
 * memory before the first. */
typedef struct transfer_memo {
    arena *memory;
    residue last, now;
} transfer_memo;

/* The same for one that is asked for again and again. Where it is certain that it moves what it
 * moved the last time, sets *is_again instead, and *out to nothing. */
bool transfer_compute_again(arena *a, env *e, const communication *c, transfer_memo *memo,
                            transfer *out, bool *is_again, bool *ok);

/* The same where it looks alike from most receivers: the axes of the source's
 * grid are cut into stretches of coordinates, and all receivers in one box, a
 * stretch on each axis, get equal messages from processors at the same distances
 * from them. */
typedef struct pattern_axis {
    int count;
    const int *first; /* coordinates; [count] is the extent */
} pattern_axis;

typedef struct pattern_message {
    int by[MAX_RANK]; /* receiver's coordinate less the sender's, on each axis */
    int64_t elements;
} pattern_message;

typedef struct transfer_pattern {
    const proc_grid *grid; /* null: there is no pattern, but messages */
    pattern_axis axis[MAX_RANK];
    int box_count;                   /* of all axes, the last varying fastest */
    const int *first;                /* by box: its messages are first[r] … first[r + 1] - 1 */
    const pattern_message *messages; /* of a box by the sender's rank */
} transfer_pattern;

/* As transfer_compute, but where there is a pattern, `out` has its sums only
 * (count, elements) and no messages. */
bool transfer_compute_pattern(arena *a, env *e, const communication *c, transfer *out,
                              transfer_pattern *pattern, bool *ok);

/* The same where everybody needs, along some axes of the source's grid, all of what lies there, and
 * along the others its own: processors that differ in their coordinates on these axes alone are a
 * group, in which each sends all that it has to each of the others. */
typedef struct transfer_gather {
    const proc_grid *grid; /* null: it is none, but messages */
    int extent[MAX_RANK];
    bool is_along[MAX_RANK]; /* the axes along which a group lies */
    /* A processor has `elements` times what its coordinates have: own[axis][coordinate]. */
    int64_t *own[MAX_RANK];
    int64_t elements;
    int64_t messages, moved; /* of all, and their elements */
} transfer_gather;

/* As transfer_compute, but where it is one, `out` has its sums only, a count of INT_MAX at most. */
bool transfer_compute_gather(arena *a, env *e, const communication *c, transfer *out,
                             transfer_gather *gather, bool *ok);

#endif
