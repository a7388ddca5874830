#ifndef FPREDICT_SCALING_TRIALS_H
#define FPREDICT_SCALING_TRIALS_H

/* Predictions at many sizes, by several processes; for scaling/ only. */

#include "scaling/isospeed.h"
#include "support/workers.h"

typedef struct scaling_trials scaling_trials;

/* Which prediction: of question.values[point] with that size. */
typedef struct trial_place {
    int point;
    int64_t size;
    bool is_sequential; /* the time on one processor is asked for, too */
    bool needs_no_work; /* it stays NaN */
    bool is_work_only;  /* nothing else is predicted */
} trial_place;

/* The workers are copies of the process as it is now. */
scaling_trials *trials_start(fp_context *ctx, const scaling_question *q,
                             const explore_effort *effort);
void trials_end(scaling_trials *t);

/* False after reporting that the work was broken off. */
bool trials_make(scaling_trials *t, int count, const trial_place *places, scaling_trial *out);

/* Why there is no prediction, which is_refused says; null: nothing tells. */
const char *trials_why_refused(scaling_trials *t, const trial_place *at);

/* How many processors they ask for. */
int trial_procs(const bindings *values);

/* The values with one processor on each axis. */
bindings trial_alone(const bindings *values);

/* What --set says of a name in the bindings `with`, for work_expression. */
int64_t trial_value_of(void *with, const char *name, bool *is_there);

#endif
