#ifndef FPREDICT_FRONTEND_VALUE_INTEGER_SLICE_H
#define FPREDICT_FRONTEND_VALUE_INTEGER_SLICE_H

/* Integers that a loop carries or a function computes, where no closed form tells them: the part of
 * the program that they depend on, as a slice (program/expr/slice.h). Its inputs are values at the
 * statement at hand. Null: something in that part is not known. */

#include "frontend/value/state.h"

/* How often the loop is executed, by its condition and what leaves it early. */
const expr *value_slice_trips(lowering *lo, const syntax *loop);
/* What the integer variable, or that element of an array that is followed, holds in the loop's body
 * after `before` iterations, and where the condition has been tested once more. */
const expr *value_slice_carried(lowering *lo, const syntax *loop, const decl *d, int element,
                                const expr *before);
/* What the loop leaves in it; `trips` null: after as many iterations as value_slice_trips says. */
const expr *value_slice_left(lowering *lo, const syntax *loop, const decl *d, int element,
                             const expr *trips);
/* What a call of one of the program's functions returns. */
const expr *value_slice_result(lowering *lo, const syntax *call);

/* Is the variable read in a loop's iteration before it is set there? */
bool value_is_carried(const syntax *loop, const decl *d);

/* Does the statement set the integer, or an element of the array, itself? */
bool value_is_set_in(const syntax *s, const decl *d);
/* What the integer variable holds after the statement, no loop, by what is known before it; null:
 * it sets it to what no integers of the program tell, or not at all, or may lead elsewhere. */
const expr *value_slice_after(lowering *lo, const syntax *s, const decl *d);
/* The value of an integer expression that sets variables (n = 3) > 2; null: not known. */
const expr *value_slice_tested(lowering *lo, const syntax *s);

#endif
