#ifndef FPREDICT_FRONTEND_DIRECTIVE_CONSTANT_H
#define FPREDICT_FRONTEND_DIRECTIVE_CONSTANT_H

/* Expressions by their numbers, and C's division. */

#include "program/expr/c_integer.h"

/* Puts the definitions of parameters in: sets *value when all of them have one
 * and returns true. Nothing that depends on it may leave the front end but
 * diagnostics. */
bool expr_known(const expr *e, int64_t *value);

/* Is it 0 or more? Parameters are taken to have the sign that their definitions give, and none to
 * be negative without, except for those of which it is known that they may be. */
bool expr_is_nonnegative(const expr *e);
/* C's division and remainder, which round towards zero: floor division of what is 0 or more by
 * these rules, and a choice by the sign of anything else. */
const expr *expr_c_div(expr_pool *pool, const expr *a, const expr *b);
const expr *expr_c_mod(expr_pool *pool, const expr *a, const expr *b);

/* What a conversion to an integer type leaves of `e`, whatever its value; null: of 64 bits, which
 * has no such form. */
const expr *expr_c_kept(expr_pool *pool, const expr *e, c_integer_type type);

#endif
