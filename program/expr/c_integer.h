#ifndef FPREDICT_PROGRAM_EXPR_C_INTEGER_H
#define FPREDICT_PROGRAM_EXPR_C_INTEGER_H

/* C's integer types and its arithmetic on numbers (C17, 6.3.1 and 6.5). */

#include "program/expr/slice.h"

__extension__ typedef __int128 c_wide;

typedef struct c_integer_type {
    int bytes; /* 0: of no type, which holds all */
    bool is_unsigned, is_bool;
} c_integer_type;

typedef enum c_outcome {
    C_DEFINED,
    C_OVERFLOWS, /* signed arithmetic that leaves its type */
    C_DIVIDES_BY_0,
    C_SHIFTS_TOO_FAR /* by less than 0, or by the bits of the type or more */
} c_outcome;

/* What a type holds. */
c_wide c_integer_first(c_integer_type type);
c_wide c_integer_last(c_integer_type type);
bool c_integer_is_within(c_integer_type type, c_wide value);
/* "unsigned int"; of 8 bytes, "long". */
const char *c_integer_name(c_integer_type type);
/* What a conversion to the type leaves of the value. */
c_wide c_integer_kept(c_integer_type type, c_wide value);
/* The type that a narrow one is promoted to, and the one that arithmetic of two is done in. */
c_integer_type c_integer_promoted(c_integer_type type);
c_integer_type c_integer_common(c_integer_type a, c_integer_type b);
/* a op b for SLICE_ADD to SLICE_NE, of operands that the type has. *out is set
 * where C defines it. */
c_outcome c_integer_compute(slice_op op, c_integer_type type, c_wide a, c_wide b, c_wide *out);

#endif
