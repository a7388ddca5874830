#ifndef FPREDICT_FRONTEND_SYNTAX_FOLD_H
#define FPREDICT_FRONTEND_SYNTAX_FOLD_H

/* Operations on numbers that are small enough for C's int, as C has them. */

#include "frontend/syntax/syntax.h"

/* False: the operator is none of numbers, or its result may not be an int's. */
bool syntax_fold_unary(syntax_op op, int64_t a, int64_t *value);
bool syntax_fold_binary(syntax_op op, int64_t a, int64_t b, int64_t *value);

#endif
