#ifndef FPREDICT_EXPLORE_EVALUATE_H
#define FPREDICT_EXPLORE_EVALUATE_H

/* Many evaluations, by several processes at once; for explore/ only. */

#include "explore/explore.h"
#include "support/workers.h"

/* One graph on one machine. */
typedef struct subject {
    estimator *est;
    fp_context *ctx; /* of the estimator only: where it reports to may change */
    arena *own;      /* what it keeps is here, unless subject_report_to says otherwise */
} subject;

subject subject_new(fp_context *ctx, const aag_graph *graph, const sag *machine,
                    const estimate_options *options);

typedef struct evaluation {
    const subject *subject; /* null: nothing is to be evaluated */
    const bindings *values;
} evaluation;

/* Makes each evaluation, into out[0..count). Returns false after reporting that the work was broken
 * off. */
bool explore_evaluate(fp_context *ctx, int count, const evaluation *evaluations,
                      const explore_effort *effort, prediction *out);

/* As many workers as there is work for; at least 1. */
int explore_worker_count(const explore_effort *effort, int parts);

/* Reports that a worker has ended, and `why`. */
void explore_report_worker(fp_context *ctx, const char *why);

#endif
