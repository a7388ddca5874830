#ifndef FPREDICT_PLAN_NORMALIZE_EXECUTION_SLICE_H
#define FPREDICT_PLAN_NORMALIZE_EXECUTION_SLICE_H

/* What the formals of a function are that calls itself, from execution to execution, and how many
 * executions there are, where integers decide both: as a slice (program/expr/slice.h). Private to
 * plan/. */

#include "plan/planner/planner.h"

typedef VEC(const expr *) expr_list;

/* All by what the formals are in one execution. */
typedef struct execution_step {
    const function *callee;
    const expr **next;    /* by formal: what it is in the next; null: not known */
    bool is_decided;      /* `conditions` say whether there is a next one; else they are not all */
    expr_list conditions; /* that hold where there is */
} execution_step;

/* Formal `i` in execution `number`, from 0, the first of them having the values `first`; null: not
 * known. */
const expr *execution_value(planner *p, const execution_step *s, const expr_substitution *first,
                            int i, const expr *number);
/* How many executions there are; null: integers do not decide. */
const expr *execution_count(planner *p, const execution_step *s, const expr_substitution *first);

#endif
