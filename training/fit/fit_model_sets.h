#ifndef FPREDICT_TRAINING_FIT_FIT_MODEL_SETS_H
#define FPREDICT_TRAINING_FIT_FIT_MODEL_SETS_H

/* Sets of constants that have one factor, for fit_model*.c: those whose contributions are in the
 * same proportion in all runs, which these cannot tell apart, and all of a component: of a kind
 * (computing, memory, latency, bandwidth), or of a path. */

#include "training/fit/fit_model.h"

enum { MODEL_SETS_MOST = 512 };

typedef struct model_sets {
    const model_problem *p;
    const bool *is_small; /* [constants]: in no run more than a thousandth */
    int asked; /* how many constants were asked for, those that are not told apart, too */
    int count;
    bool *has[MODEL_SETS_MOST]; /* [constants] */
    int rank[MODEL_SETS_MOST];  /* 0: all of a kind, 1: all below a path, 2: one constant */
    double *scale; /* [runs]: seconds that deviations of a run are counted in parts of */
} model_sets;

model_sets *model_sets_of(arena *a, const model_problem *p);

/* What the constants of a set contribute together. */
double model_set_column(const model_problem *p, const model_row *row, const bool *has);

/* Deviations of a millionth are those of ticks: no run is more exact. */
extern const double model_least_spread;

/* Are two rows of one point? Contributions are the same there. */
bool model_rows_meet(const model_problem *p, const model_row *one, const model_row *other);

/* What a row takes with all factors 1. */
double model_as_it_is(const model_problem *p, const model_row *row);

/* What a row takes where columns of it have these factors, less 1, and by how much one more run
 * there may be off: `reach` times the error of the mean and of a run. covariance[k * stride + l].
 */
typedef struct model_reach {
    double seconds, off;
} model_reach;

model_reach model_reach_at(double as_it_is, int count, const double *columns, const double *change,
                           const double *covariance, size_t stride, double reach, double spread);

/* Have two sets a constant in common? */
bool model_sets_meet(const model_sets *s, int one, int other);

#endif
