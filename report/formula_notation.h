#ifndef FPREDICT_REPORT_FORMULA_NOTATION_H
#define FPREDICT_REPORT_FORMULA_NOTATION_H

/* Names and expressions of a formula, as each form writes them. */

#include "estimator/formula.h"
#include "report/formula.h"
#include "support/vec.h"

/* A size, or the processors along an axis of a grid. */
typedef struct notation_leaf {
    const expr *leaf;
    const char *name;
    int64_t value;
} notation_leaf;

/* A value of the machine. */
typedef struct notation_symbol {
    const quantity *value;
    const char *name;
} notation_symbol;

typedef struct notation {
    fp_context *ctx;
    const formula *formula;
    env *env;
    formula_form form; /* JSON writes expressions as C does */
    VEC(notation_leaf) leaves;
    VEC(notation_symbol) symbols;
} notation;

notation notation_new(fp_context *ctx, const formula *f, env *e, formula_form form);
/* An expression; in brackets where it is a sum and `is_factor`. */
const char *notation_expr(const notation *n, const expr *x, bool is_factor);
/* "N ≥ 2·n1" */
const char *notation_condition(const notation *n, const formula_condition *c);
/* "ceil(N / P)" of a name. */
const char *notation_definition(const notation *n, const formula_name *name);
const char *notation_name(const notation *n, const char *name);
const char *notation_symbol_of(const notation *n, const quantity *q);
/* The sum of a price's factors: "3 float_add + 4 load". */
const char *notation_price(const notation *n, const formula_price *p);
int64_t notation_value(const notation *n, const expr *x);

#endif
