#ifndef FPREDICT_FRONTEND_VALUE_INLINE_RESULT_H
#define FPREDICT_FRONTEND_VALUE_INLINE_RESULT_H

/* Calls of functions that do nothing but return a value. */

#include "frontend/value/state.h"

/* The value of such a call; null: the function does more. */
const expr *value_of_call(lowering *lo, const syntax *call, bool allow_unknown);

#endif
