#ifndef FPREDICT_FRONTEND_VALUE_SIGN_H
#define FPREDICT_FRONTEND_VALUE_SIGN_H

/* Which expressions are never negative, whatever --set says of parameters that count things. */

#include "frontend/value/state.h"

/* The loop's variable is `bound` or more. */
void value_set_floor(lowering *lo, const loop_var *v, const expr *bound);
/* That bound; null: none was set. */
const expr *value_floor(const lowering *lo, const loop_var *v);
/* C divides towards zero: is floor division the same for a and b, because neither is negative? */
bool value_divides_down(const lowering *lo, const expr *a, const expr *b);
/* Is it 1 or more, by its value or whatever its parameters are? */
bool value_is_positive(const lowering *lo, const expr *e);

#endif
