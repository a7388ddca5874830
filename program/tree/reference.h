#ifndef FPREDICT_PROGRAM_TREE_REFERENCE_H
#define FPREDICT_PROGRAM_TREE_REFERENCE_H

/* What a statement reads and writes of a variable. */

#include "program/tree/variable.h"

typedef enum subscript_kind {
    SUBSCRIPT_VALUE,    /* an expression of loop variables and parameters */
    SUBSCRIPT_INDIRECT, /* through another array or an unknown value */
    SUBSCRIPT_WHOLE     /* the whole dimension (an array passed or assigned whole) */
} subscript_kind;

typedef struct subscript {
    subscript_kind kind;
    const expr *value; /* SUBSCRIPT_VALUE */
} subscript;

/* An indirect subscript that is the value of a scalar, and `offset` more. */
typedef struct scalar_subscript {
    const variable *scalar; /* null: something else may change the subscript */
    const expr *offset;     /* free of loop variables, if there is no factor */
    /* Where one subscript is for all dimensions, or may be when the array is known that is passed,
     * what the scalar is multiplied by; else null. */
    const expr *factor;
} scalar_subscript;

/* An indirect subscript that is `factor` times an element of an array, or the value of a scalar,
 * and `offset` more. */
typedef struct index_source {
    const variable *of;          /* null: it is something else */
    const expr *factor, *offset; /* free of loop variables */
} index_source;

/* What a subscript is but at the ends of its range, where it wraps round or stands still: i - 1 for
 * (i + n - 1) mod n. */
typedef struct straight_subscript {
    const expr *of; /* a subscript of this value, */
    const expr *is; /* otherwise */
} straight_subscript;

typedef struct reference {
    const variable *var;
    subscript sub[MAX_RANK];
    const scalar_subscript *by_scalar;  /* by dimension; null: there are none */
    const index_source *sources;        /* likewise */
    const straight_subscript *straight; /* of the plan: by dimension; null: there are none */
    /* The source has one subscript for all dimensions: sub[0] counts the elements before it in C's
     * order, and the others are SUBSCRIPT_INDIRECT. plan/normalize/linear_subscript.c leaves none
     * such. */
    bool is_linear;
    bool is_split;      /* it was, and the text has other subscripts */
    bool is_by_pointer; /* the text has a pointer that leads there */
    bool is_by_row; /* of the plan: the text has a formal that a part of the array is passed for */
    /* It is read only where an operand of ?:, && or || is: `only_where`, or null, where what decides
     * that is not known. */
    bool is_conditional;
    const expr *only_where;
    /* OP_INDEX that its statement counts for its subscripts; -1: it is the left side of an
     * assignment that also reads it, and counted there. */
    int index_operations;
    /* Of an element that is a structure: which bytes; 0 bytes: all of it, or any. */
    int member_at, member_bytes;
    source_range where;
} reference;

/* The value of a subscript, where it goes straight on. */
const expr *reference_straight(const reference *r, int dim);

/* Are they of one array, and not of members of its elements that share no byte? */
bool references_may_meet(const reference *a, const reference *b);

typedef enum reduce_op {
    REDUCE_NONE,
    REDUCE_SUM,
    REDUCE_PRODUCT,
    REDUCE_MIN,
    REDUCE_MAX,
    REDUCE_AND,
    REDUCE_OR,
    REDUCE_XOR,
    REDUCE_LOGICAL_AND,
    REDUCE_LOGICAL_OR
} reduce_op;

const char *reduce_op_text(reduce_op op); /* as C and XcalableMP spell it; "" for REDUCE_NONE */

/* Of a location, the elements of an array that go with the extreme value. */
typedef struct location_part {
    const expr *elements; /* null: a scalar */
    const expr *first;    /* the number of the first of them, where they are one run; or null */
} location_part;

typedef struct reduction {
    reduce_op op;
    const variable *var;
    const expr *elements; /* of an array, those meant; null: all */
    const expr *first;    /* the number of the first of them, where they are one run; or null */
    source_range where;
    int location_bytes; /* max:v/i,j/: of i and j, which go with the extreme value */
    int location_count;
    const variable *const *locations;
    const location_part *location_parts; /* of each */
    bool takes_last;                     /* lastmax, lastmin */
} reduction;

#endif
