#ifndef FPREDICT_FRONTEND_VALUE_DIVISION_H
#define FPREDICT_FRONTEND_VALUE_DIVISION_H

/* C's `/` and `%`, which round towards 0, and expressions in which that does not matter. */

#include "frontend/value/state.h"

/* The signed quotient or remainder that `s` is, of its converted operands. What is taken to be 0 or
 * more, because it counts something, is looked at again when its value is known (range_check). */
const expr *value_divide(lowering *lo, const syntax *s, const expr *a, const expr *b);
/* x % m == 0 and (x % m + m) % m, which the sign of x does not change; null: `s` is neither. */
const expr *value_of_remainders(lowering *lo, const syntax *s, bool allow_unknown);

#endif
