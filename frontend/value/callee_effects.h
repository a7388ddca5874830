#ifndef FPREDICT_FRONTEND_VALUE_CALLEE_EFFECTS_H
#define FPREDICT_FRONTEND_VALUE_CALLEE_EFFECTS_H

/* What the program's functions do to variables of file scope and to the library's sequences, and
 * which call which. */

#include "frontend/value/state.h"

/* May a function that is called in `s`, or one that it calls, assign the variable? */
bool value_callees_assign(lowering *lo, const syntax *s, const decl *d);
/* May `s` store another value in the variable through an address that is kept somewhere, or a
 * function that it calls? */
bool value_is_stored_in(lowering *lo, const syntax *s, const decl *d);
/* May anything in the program? */
bool value_may_be_stored(lowering *lo, const decl *d);
/* Or a function that is called by a pointer? */
bool value_is_set_unseen(lowering *lo, const decl *d);
/* Where in `s`, last in the order of the text, the variable is assigned, by `s` itself or by what
 * it calls: *last, which is left as it is where something before it does so only. */
void value_find_last_change(lowering *lo, const syntax *s, const decl *d, source_range *last);
/* Does a function call the other, itself or through others, by their names, or is it that? */
bool value_calls(lowering *lo, const decl *from, const decl *to);
/* Does the expression, or a function of the program that it calls by its name, go on in a sequence
 * such as rand()'s, of which each process has its own? */
bool value_draws(lowering *lo, const syntax *s);

#endif
