#ifndef FPREDICT_ESTIMATOR_EVALUATE_EXPLAIN_H
#define FPREDICT_ESTIMATOR_EVALUATE_EXPLAIN_H

/* The arithmetic that a line's time comes from. */

#include "estimator/run/run.h"

typedef struct explainer {
    fp_context *ctx;
    run *r;
    const estimate *result;
    const aag_unit *unit;
    VEC(arithmetic) steps;
} explainer;

/* Appends a step. `seconds` negative: none; `value` null: none. */
void explain_say(explainer *x, int depth, double seconds, const quantity *value, const char *format,
                 ...) __attribute__((format(printf, 5, 6)));
/* "3 clk = 75 ns", "0.4 µs": a machine value as its file states it. */
const char *explain_value(const explainer *x, const quantity *q);
/* Does the unit, or a statement of it, stand on those lines? */
bool explain_meets(const aag_unit *u, const source_lines *lines);
void explain_comm(explainer *x, int depth);

#endif
