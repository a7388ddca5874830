#ifndef FPREDICT_PLAN_XMP_COVERAGE_VIEW_H
#define FPREDICT_PLAN_XMP_COVERAGE_VIEW_H

/* Which nodes of a list concern the coverage of an array: its writes and reflects, waits, what is
 * not known of a node and jumps, or a node that has one of these in it. What is read may so be
 * followed from one to the next of them, past all others. Made once a plan, for all references.
 * For xmp/coverage_flow.c. */

#include "plan/planner/planner.h"

typedef struct coverage_view coverage_view;

/* A node of a list that concerns an array. */
typedef struct viewed_node {
    node *child;
    int index;  /* in the list */
    bool jumps; /* a break or a return is in it */
} viewed_node;

/* A write of an array, by its node. */
typedef struct viewed_write {
    const node *node;
    const access *access;
} viewed_write;

/* Of the planner's tree and its accesses, in its arena; neither may change as long as it is
 * used. */
coverage_view *coverage_view_new(planner *p);
/* The write that the statement is; null: it writes no array. */
const access *coverage_view_write(const coverage_view *v, const node *statement);
/* The array's reflects that only start, in the order of the text. */
const node *const *coverage_view_starts(const coverage_view *v, const variable *array, int *count);
/* The node of the list that begins with `head`, from number `from` on, that concerns the array
 * first; false: none does. */
bool coverage_view_next(const coverage_view *v, const variable *array, const node *head, int from,
                        viewed_node *out);
/* Likewise the last one before number `before`. */
bool coverage_view_last(const coverage_view *v, const variable *array, const node *head, int before,
                        viewed_node *out);

#endif
