#ifndef FPREDICT_FRONTEND_VALUE_EXCHANGE_STAND_IN_H
#define FPREDICT_FRONTEND_VALUE_EXCHANGE_STAND_IN_H

/* Local pointers of main that stand for declared arrays from where they are set on:
 * `double (*u)[N] = a, (*v)[N] = b;`, where nothing names `a` and `b` afterwards. Where a program
 * is generated, each loop of the text once, such pointers may be exchanged as those with memory of
 * their own may: each leads to one array, and the arrays exchange their elements. */

#include "frontend/value/state.h"

/* The array; or null. */
const decl *exchange_stands_for(const lowering *lo, const decl *pointer);
/* The same, whether a program is generated or not. */
const decl *exchange_array_alone(const lowering *lo, const decl *pointer);
/* Is it the assignment that makes a pointer one? */
bool exchange_begins_stand_in(const lowering *lo, const syntax *s);

#endif
