#ifndef FPREDICT_TESTS_PROGRAM_EXPR_NAIVE_H
#define FPREDICT_TESTS_PROGRAM_EXPR_NAIVE_H

/* A twin of the expressions without any of their cleverness: a plain tree,
 * evaluated by walking it, with counts by walking the iterations. */

#include <stdbool.h>
#include <stdint.h>

#include "program/env/bindings.h"

enum { NAIVE_PARAMS = 3, NAIVE_VARS = 3, NAIVE_AXES = 2 };

/* Numbers for the leaves. */
typedef struct naive_world {
    int64_t param[NAIVE_PARAMS];
    int64_t var[NAIVE_VARS];
    int size[NAIVE_AXES];
    int me[NAIVE_AXES];
} naive_world;

typedef enum naive_op {
    NAIVE_INT,
    NAIVE_PARAM,
    NAIVE_VAR,
    NAIVE_ME,
    NAIVE_SIZE,
    NAIVE_ADD,
    NAIVE_SUB,
    NAIVE_MUL,
    NAIVE_DIV,
    NAIVE_CEIL,
    NAIVE_MOD,
    NAIVE_MIN,
    NAIVE_MAX,
    NAIVE_SELECT,
    NAIVE_LT,
    NAIVE_LE,
    NAIVE_EQ,
    NAIVE_NE,
    NAIVE_AND,
    NAIVE_OR,
    NAIVE_NOT,
    NAIVE_POWER, /* of base `value` */
    NAIVE_LOG,
    NAIVE_TRIPS,
    NAIVE_COUNT
} naive_op;

typedef struct naive naive;

/* A distributed axis: lower, extent, stride, offset, block (null: default). */
typedef struct naive_axis {
    dist_kind kind;
    bool is_fixed;
    int axis;
    const naive *part[5];
} naive_axis;

struct naive {
    naive_op op;
    int64_t value; /* of NAIVE_INT; which parameter, variable, axis; a base */
    const naive *operand[6];
    const naive_axis *map; /* NAIVE_COUNT */
};

/* Returns false where the value is undefined: a division by 0, a value outside
 * [-limit, limit], an impossible axis, or too many iterations to walk. */
bool naive_eval(const naive *n, const naive_world *w, int64_t limit, int64_t *out);

#endif
