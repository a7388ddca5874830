#ifndef FPREDICT_FRONTEND_VALUE_EXCHANGE_FORMAL_H
#define FPREDICT_FRONTEND_VALUE_EXCHANGE_FORMAL_H

/* Formals that a function exchanges: `t = u; u = v; v = t` in `void steps(double **u, double **v)`.
 * Its callers see nothing of it, so that each array is what it was when the function returns. That
 * is so in each call where it gets several whole mapped arrays, of one shape and mapping, by these
 * names only. */

#include "frontend/value/state.h"

/* All calls of the program's functions. */
typedef struct formal_calls formal_calls;
formal_calls *formal_calls_find(lowering *lo);

/* Does every call give these formals of one function such arrays, all of them different? */
bool exchange_formals_fit(const formal_calls *c, const decl *const *formals, int count);
/* Are the arrays of one shape, and mapped alike, or both not mapped? */
bool exchange_is_same_shape(const variable *a, const variable *b);

#endif
