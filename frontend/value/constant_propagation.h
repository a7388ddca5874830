#ifndef FPREDICT_FRONTEND_VALUE_CONSTANT_PROPAGATION_H
#define FPREDICT_FRONTEND_VALUE_CONSTANT_PROPAGATION_H

/* Constant propagation: which integer scalars have one value all through the
 * program, and what the others hold at the statement that is being lowered. */

#include "frontend/value/assigned.h"
#include "frontend/value/state.h"

/* Counts all assignments to integer scalars; before any statement is lowered. */
void constants_propagate(lowering *lo);
/* Once more for those without a value, when it is known which nodes there are. */
void constants_refine(lowering *lo);

/* The value that the variable has all through the program; null: it varies. */
const expr *value_traced(lowering *lo, const decl *d);
/* Is the variable assigned outside of loops only? Then one parameter can stand
 * for its value where that is unknown. */
bool value_has_known_flow(const lowering *lo, const decl *d);
/* Is the variable assigned, or stored through an address, in a loop around the statement at hand?
 */
bool value_varies_around(lowering *lo, const decl *d);
/* Does such a loop store it through an address? */
bool value_is_stored_around(lowering *lo, const decl *d);
/* Does a function that such a loop calls assign it, or what is stored through an address? */
bool value_is_called_to_change(lowering *lo, const decl *d);
/* The parameter that stands for a value that only --set can give. */
const expr *value_unknown(lowering *lo, const decl *d);

/* From the statement at hand on: the variable has this value; null: it varies. */
void value_set(lowering *lo, const decl *d, const expr *value);
/* Every integer variable and pointer that `s` may change varies from here on; the integers only. */
void value_forget(lowering *lo, const syntax *s);
void value_forget_integers(lowering *lo, const syntax *s);
/* Those of file scope that the calls in `s` may assign; null: all. */
void value_forget_globals(lowering *lo, const syntax *s);
/* Is a call in `s` that may lead to functions of this source, so that variables of file scope may
 * change? */
bool value_may_set_globals(lowering *lo, const syntax *s);

#endif
