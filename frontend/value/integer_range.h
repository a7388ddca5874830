#ifndef FPREDICT_FRONTEND_VALUE_INTEGER_RANGE_H
#define FPREDICT_FRONTEND_VALUE_INTEGER_RANGE_H

/* Between which numbers an integer expression lies, by the bounds of the loops around and the
 * definitions of parameters. */

#include "frontend/value/state.h"

typedef c_wide wide;

typedef struct integer_range {
    wide least, most;
    bool uses_param; /* --set can move it */
    bool is_open;    /* a parameter in it has no value yet, or a loop no known bounds */
    bool is_beyond;  /* a formal in it is passed what is taken for granted of no other parameter */
} integer_range;

/* A range that no integer of the program leaves. */
integer_range value_range_of(lowering *lo, const expr *e);
/* The least, or the most, of `e` over the loops that its variables run through, as an expression
 * without these; null: it is not affine in one of them. */
const expr *value_extreme(lowering *lo, const expr *e, bool is_most);
/* Of the loops so far; null: of none. */
const loop_range *value_range_of_loop(const lowering *lo, const loop_var *v);
/* From here on the loop's variable runs through its range. */
void value_note_loop(lowering *lo, const loop_range *range);

#endif
