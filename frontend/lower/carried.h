#ifndef FPREDICT_FRONTEND_LOWER_CARRIED_H
#define FPREDICT_FRONTEND_LOWER_CARRIED_H

/* Integers that loops carry from one iteration to the next, beside those that move evenly
 * (lower/induction.h): a level's size, n = n / 2. */

#include "frontend/value/flow_log.h"
#include "frontend/value/state.h"
#include "support/vec.h"

typedef struct carried_value {
    const decl *var;
    const expr *value;           /* null: an array, */
    const expr *const *elements; /* whose elements these are */
} carried_value;

typedef VEC(carried_value) carried_vec;

/* What the variables that the loop carries, and that are followed, hold in an iteration, with
 * `before` others before it. Before the loop's assignments are forgotten. Of loops with nothing but
 * statements in them, which have too many iterations, none. */
carried_vec lower_carried(lowering *lo, const syntax *loop, const expr *before);
/* What the loop leaves in them; `trips` null: after as many iterations as its integers tell. */
carried_vec lower_left(lowering *lo, const syntax *loop, const expr *trips);
/* What they hold where the loop's test is evaluated with `trips` iterations before it, of tests
 * that assign; of others none, which leave what there is. */
carried_vec lower_tested(lowering *lo, const syntax *loop, const expr *trips);
/* Is a loop in it, or a call that may have one? */
bool lower_is_outer(const syntax *loop);
/* From the statement at hand on they hold that. */
void lower_set_carried(lowering *lo, const carried_vec *list);

/* Is it a statement, no loop, that sets variables in parts of it? Then what is known now is marked,
 */
bool lower_begin_parts(lowering *lo, const syntax *s, flow_mark *before);
/* and after it has been lowered: what it leaves of variables of which that has found nothing, where
 * numbers decide; of a null statement nothing. The mark ends. */
void lower_end_parts(lowering *lo, const syntax *s, const flow_mark *before);

#endif
