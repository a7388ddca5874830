#ifndef FPREDICT_PROGRAM_EXPR_SLICE_H
#define FPREDICT_PROGRAM_EXPR_SLICE_H

/* Slices: the part of a program that computes integers which no closed form tells, as code of a
 * small stack machine. A slice is closed: what it takes from outside are its inputs, expressions
 * that are operands of an EXPR_SLICE; so one slice serves every size, and equal code is one slice.
 * program/env/run_slice.c executes it, with C's arithmetic (C17, 6.3.1 and 6.5). */

#include "program/expr/expr.h"

typedef enum slice_op {
    SLICE_NUMBER,  /* pushes `operand` */
    SLICE_INPUT,   /* pushes that input */
    SLICE_LOAD,    /* pushes a cell of the function at hand */
    SLICE_STORE,   /* sets it to the top, which stays */
    SLICE_FETCH,   /* pops an index: pushes that element of the array of `extent` cells there */
    SLICE_PUT,     /* pops an index, then sets the element to the top, which stays */
    SLICE_DROP,    /* pops */
    SLICE_CONVERT, /* the top, to `type` */
    SLICE_NEGATE,  /* the top; this and all to SLICE_SHR leave a value of `type` */
    SLICE_COMPLEMENT,
    SLICE_ADD, /* pops the right operand, then the left; pushes */
    SLICE_SUB,
    SLICE_MUL,
    SLICE_DIV,
    SLICE_REM,
    SLICE_SHL,
    SLICE_SHR,
    SLICE_AND,
    SLICE_OR,
    SLICE_XOR,
    SLICE_LT, /* likewise, of two of `type`; 0 or 1 */
    SLICE_LE,
    SLICE_EQ,
    SLICE_NE,
    SLICE_NOT,        /* the top */
    SLICE_JUMP,       /* to step `operand` */
    SLICE_JUMP_FALSE, /* pops; where it is 0 */
    SLICE_HEAD,       /* before an iteration of the loop that the slice is: counts it */
    SLICE_CALL,       /* the function at step `operand`, of `extent` cells: pops its arguments */
    SLICE_RETURN,     /* pops the value; of the outermost function, into cell 0 */
    SLICE_END
} slice_op;

typedef struct slice_step {
    int32_t op;
    int16_t bytes; /* of the type; 0: of no type */
    bool is_unsigned, is_bool;
    int32_t extent;    /* of an array; a function's cells */
    int32_t arguments; /* SLICE_CALL */
    int64_t operand;
} slice_step;

typedef struct slice {
    int id; /* dense, from 0, in one pool */
    int count;
    const slice_step *step;
    int cell_count;     /* of the outermost function; 0 at first */
    int input_count;    /* that it reads */
    bool is_loop;       /* it is one loop, with a SLICE_HEAD that may be asked to stop */
    source_range where; /* the loop or call, one of those that have this code */
} slice;

/* What stands in a cell, or in an array's element, when a slice has ended. */
typedef struct slice_result {
    const expr *limit; /* of a loop: iterations after which to look; null: when it has ended */
    int cell;          /* SLICE_TRIPS: how many iterations there were */
    int extent;        /* of an array that begins there; 0: a scalar, */
                       /* SLICE_UNSIGNED: one of 64 unsigned bits, which must fit signed ones */
    const expr *index; /* of its element; null: a scalar */
} slice_result;

enum { SLICE_TRIPS = -1, SLICE_UNSIGNED = -1 };

/* What one evaluation executes of all slices at most (program/env). */
enum { SLICE_STEPS_MOST = 10000000 };

/* The slice of that code, a copy in the pool; the same for equal code. */
const slice *expr_intern_slice(expr_pool *pool, const slice *like);

/* An EXPR_SLICE: operands are limit, cell, extent, index and the inputs. */
const expr *expr_slice(expr_pool *pool, const slice *s, const slice_result *result,
                       const expr *const *inputs);

/* Does it look at the end, rather than after so many iterations? */
static inline bool expr_is_last(const expr *e)
{
    return e->u.op.operand[0]->kind == EXPR_INT && e->u.op.operand[0]->u.value == INT64_MAX;
}

enum { SLICE_OPERANDS = 4 }; /* before the inputs */

#endif
