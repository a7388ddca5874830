#ifndef FPREDICT_FRONTEND_DIRECTIVE_READING_H
#define FPREDICT_FRONTEND_DIRECTIVE_READING_H

/* An expression while it is read. Private to expression.c and the files of its parts. */

#include "frontend/directive/macro.h"

typedef struct reading {
    expr_reader *r;
    const directive_names *names;
    const directive_token *at, *end;
    source_range where; /* the whole expression: the place of "something is missing" */
    bool is_quiet, has_failed;
    int unreached; /* in so many operands that C does not evaluate, by the values of others */
    int depth;
} reading;

/* Reports the first thing that is wrong, unless it is read quietly. */
void reading_fail(reading *x, const char *rule, source_range where, const char *message);

#endif
