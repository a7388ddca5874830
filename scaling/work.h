#ifndef FPREDICT_SCALING_WORK_H
#define FPREDICT_SCALING_WORK_H

/* The work of a program at a size: what it has to compute, on however many processors. */

#include "estimator/estimate.h"

/* The operations on floating-point numbers of a prediction on one processor; where there are none,
 * of all operations. Functions as sqrt count as one. Loads, stores and conversions are none. */
double work_counted(const estimate *e);

/* An expression such as "2*N^3 + N*log2(N)": numbers, names, + - * / ^, parentheses, and log2,
 * log, sqrt of one. */
typedef struct work_expression {
    const char *text;
    int64_t (*value_of)(void *with, const char *name, bool *is_there);
    void *with;
} work_expression;

/* Returns false, with what is wrong in *why (in `a`). */
bool work_evaluate(arena *a, const work_expression *w, double *value, const char **why);

#endif
