#ifndef FPREDICT_FRONTEND_VALUE_DECIDING_H
#define FPREDICT_FRONTEND_VALUE_DECIDING_H

/* Which integers can decide something that a prediction reads: how often something is executed, or
 * which element or size it is about. All others are data. */

#include "frontend/value/state.h"

/* Sets decides[i] for each check whose value reaches a condition, a loop's head, a subscript, an
 * address, a size, an argument of a function elsewhere or a directive, by assignments, calls and
 * what these return; and for those whose place is of no expression that is known. After all bodies
 * are lowered. */
void value_find_deciding(lowering *lo, int count, const type_check *checks, bool *decides);

#endif
