#ifndef FPREDICT_FRONTEND_VALUE_CONVERSION_H
#define FPREDICT_FRONTEND_VALUE_CONVERSION_H

/* C's integer conversions (C17, 6.3.1), exactly: expressions are unbounded mathematics, the
 * program's integers are not. */

#include "frontend/value/state.h"

/* An integer of the program. Unsigned arithmetic and conversions to as many bits or fewer keep what
 * a value is modulo 2^bits, so that only what looks at the value itself brings it into range. */
typedef struct integer_value {
    const expr *e; /* null: not known */
    const c_type *type;
    bool may_leave;     /* e equals the value modulo 2^bits of the type; false: is the value */
    source_range where; /* the place of checks */
} integer_value;

/* The value itself, in the range of its type. Where parameters decide whether it is in range, they
 * are taken to keep it there, and the program gets a check of that (range_check). Null: not known,
 * or no number of 64 bits. */
const expr *value_in_range(lowering *lo, integer_value v);
/* The value after its conversion to another type. */
integer_value value_convert(lowering *lo, integer_value v, const c_type *type);
/* a op b, for a comparison `op`, in the type that both have been converted to; null: not known. */
const expr *value_compare(lowering *lo, syntax_op op, integer_value a, integer_value b);
/* Are all values of `e` in the type's range? Notes a check where parameters decide. */
bool value_fits(lowering *lo, const expr *e, const c_type *type, source_range where);
/* Signed arithmetic that gives `e` must not overflow: notes a check where it may. */
void value_check_overflow(lowering *lo, const expr *e, syntax_op op, const c_type *type,
                          source_range where);
/* `e` is taken to be 0 or more where it is divided: notes a check where nothing proves it. */
void value_check_sign(lowering *lo, const expr *e, source_range where);

/* Of whether a loop's steps reach the value that ends it, 0 or 1: false where it is known that they
 * do not; where --set or the run decides, the program gets a check. */
bool value_check_reached(lowering *lo, const expr *e, source_range where);

#endif
