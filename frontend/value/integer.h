#ifndef FPREDICT_FRONTEND_VALUE_INTEGER_H
#define FPREDICT_FRONTEND_VALUE_INTEGER_H

/* Integer expressions of C as expressions of loop variables and parameters. */

#include "frontend/value/state.h"

/* Null when it is none. With `allow_unknown` a parameter that --set can give stands for
 * a variable whose value is not known. */
const expr *value_integer(lowering *lo, const syntax *s, bool allow_unknown);
/* The product of the extents of dimensions from:to of an array; null: not known. */
const expr *value_extents(lowering *lo, const decl *d, int from, int to);
/* The loop's variable is `bound` or more. */
void value_set_floor(lowering *lo, const loop_var *v, const expr *bound);

#endif
