#ifndef FPREDICT_PROGRAM_EXPR_PRINT_H
#define FPREDICT_PROGRAM_EXPR_PRINT_H

/* Expressions as text, in C's order of operands: as people read them (expr_text), and in other
 * notations, which are a table of operators and a function for what is no operator. */

#include <stdio.h>

#include "program/expr/expr.h"

/* Of one operator: the text between its operands, how tightly it binds, and how tightly an
 * operand must bind to need no parentheses. */
typedef struct expr_operator {
    const char *between;
    int binds, inner;
} expr_operator;

typedef struct expr_printer expr_printer;

typedef struct expr_notation {
    /* By kind. What is in no line (between is null) is never put into parentheses. */
    expr_operator operators[EXPR_COUNT + 1];
    int negative; /* how tightly a number below 0 binds */
    /* Prints what is no operator in this notation: names, calls. Returns false for what the
     * table has; numbers, sums, products and negations never come here. */
    bool (*print_other)(expr_printer *p, const expr *e);
} expr_notation;

struct expr_printer {
    const expr_notation *notation;
    FILE *out;
    void *with; /* the caller's, for print_other */
    int left;   /* so many expressions more are printed, then "…" */
};

/* Prints an expression, in parentheses where it binds less tightly than `around`. */
void expr_print_within(expr_printer *p, const expr *e, int around);

/* Prints the operands with a text between them. */
void expr_print_joined(expr_printer *p, const expr *e, const char *between, int around);

#endif
