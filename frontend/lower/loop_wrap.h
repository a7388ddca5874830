#ifndef FPREDICT_FRONTEND_LOWER_LOOP_WRAP_H
#define FPREDICT_FRONTEND_LOWER_LOOP_WRAP_H

/* Loops whose variable, or what it is compared as, may leave its type on the way to the bound. */

#include "frontend/lower/loop_bounds.h"

/* Does the variable keep its value in its own type and in those that the condition converts it to,
 * from c->lower to one step past c->upper, the bounds as the head states them? Notes a check where
 * parameters decide. Signed arithmetic is taken not to overflow. */
bool lower_stays_in_type(lowering *lo, const canonical *form, const counted *c);
/* Does every comparison of the variable in the condition see that value of it? Likewise. */
bool lower_fits_test(lowering *lo, const syntax *test, const decl *var, const expr *value);
/* Counts the iterations of a head of numbers one by one, as C does, and makes the range of what the
 * body sees. False: a part of the head is no number, it does not end, or processors divide it and
 * the variable wraps round. */
bool lower_count_by_steps(lowering *lo, const canonical *form, bool is_divided, counted *c);

#endif
