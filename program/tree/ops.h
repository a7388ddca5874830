#ifndef FPREDICT_PROGRAM_TREE_OPS_H
#define FPREDICT_PROGRAM_TREE_OPS_H

/* The operations that a statement performs, as the source states them
 * (Parashar and Hariri 1996, table 2). A machine file gives each its cost. */

#include <stdint.h>

#define OP_KINDS(X)                                                                                \
    X(INT_ADD, "int_add") /* also subtract, negate, bitwise, shift */                              \
    X(INT_MUL, "int_multiply")                                                                     \
    X(INT_DIV, "int_divide") /* also remainder */                                                  \
    X(FLOAT_ADD, "float_add")                                                                      \
    X(FLOAT_MUL, "float_multiply")                                                                 \
    X(FLOAT_DIV, "float_divide")                                                                   \
    X(DOUBLE_ADD, "double_add")                                                                    \
    X(DOUBLE_MUL, "double_multiply")                                                               \
    X(DOUBLE_DIV, "double_divide")                                                                 \
    X(INT_COMPARE, "int_compare")                                                                  \
    X(FLOAT_COMPARE, "float_compare") /* float and double */                                       \
    X(INT_TO_FLOAT, "int_to_float")                                                                \
    X(FLOAT_TO_INT, "float_to_int")                                                                \
    X(FLOAT_TO_DOUBLE, "float_to_double") /* either direction */                                   \
    X(LOAD, "load") /* array elements and what pointers point to; scalars stay in registers */     \
    X(STORE, "store")                                                                              \
    X(INDEX, "index") /* one subscript's address arithmetic that is not a plain induction */       \
    X(SQRT, "sqrt")                                                                                \
    X(EXP, "exp")                                                                                  \
    X(LOG, "log")                                                                                  \
    X(SIN, "sin")   /* also cos, tan */                                                            \
    X(ATAN, "atan") /* also asin, acos, atan2 */                                                   \
    X(POW, "pow")                                                                                  \
    X(FABS, "fabs")            /* also fmin, fmax, abs */                                          \
    X(FLOOR, "floor")          /* also ceil, round, trunc, fmod */                                 \
    X(LIBRARY, "library_call") /* any other function without a body in the program */

typedef enum op_kind {
#define X(name, text) OP_##name,
    OP_KINDS(X)
#undef X
        OP_KIND_COUNT
} op_kind;

/* How many of each. */
typedef struct op_tally {
    uint32_t n[OP_KIND_COUNT];
} op_tally;

/* Returns the name that machine files use: "float_add". */
const char *op_kind_name(op_kind kind);
void op_tally_add(op_tally *into, const op_tally *from);
uint32_t op_tally_total(const op_tally *t);

#endif
