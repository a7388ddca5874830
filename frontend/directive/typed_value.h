#ifndef FPREDICT_FRONTEND_DIRECTIVE_TYPED_VALUE_H
#define FPREDICT_FRONTEND_DIRECTIVE_TYPED_VALUE_H

/* Integers of directives as C has them: each with its type. Expressions are unbounded mathematics,
 * so that one is kept only where it is what C gives; else the number is. */

#include "frontend/directive/reading.h"
#include "program/expr/c_integer.h"

typedef struct typed_value {
    const expr *e; /* null: a number beyond 64 signed bits, or nothing after a mistake */
    c_integer_type type;
    bool has_number;
    c_wide number;     /* by the definitions of parameters */
    bool may_leave;    /* e is the value modulo 2^bits: it has loops' variables */
    bool is_undefined; /* as 1 / 0, in an operand that C does not evaluate */
} typed_value;

typed_value typed_number(reading *x, c_wide number, c_integer_type type);
/* What a name stands for, which its type holds. */
typed_value typed_expr(const expr *e, c_integer_type type);
/* Each of these reports what C does not define, at `t`; see x->has_failed. */
typed_value typed_convert(reading *x, const directive_token *t, typed_value v, c_integer_type type);
typed_value typed_unary(reading *x, const directive_token *t, typed_value v);
typed_value typed_binary(reading *x, const directive_token *t, typed_value a, typed_value b);
typed_value typed_select(reading *x, const directive_token *t, typed_value c, typed_value yes,
                         typed_value no);

#endif
