#ifndef FPREDICT_TRAINING_FIT_FIT_MODEL_H
#define FPREDICT_TRAINING_FIT_FIT_MODEL_H

/* Constants of a model that is linear in them, fitted to a few measured runs:
 * time = fixed + Σ factor · contribution. A factor is 1 where the constant is as the model has it,
 * and stays 1 where the runs do not say otherwise. Deviations count in proportion to the time. */

#include <stdbool.h>

#include "support/arena.h"

typedef enum model_state {
    MODEL_FITTED,
    MODEL_KEPT,        /* no run says that it is another than 1 */
    MODEL_POSSIBLE,    /* kept, but another choice has it, which describes the runs as well */
    MODEL_SMALL,       /* less than a thousandth of each run */
    MODEL_UNSUPPORTED, /* it was asked for, but its interval reaches 0 */
    MODEL_NEGATIVE     /* it would be below 0 */
} model_state;

typedef enum model_mode {
    MODEL_CHOOSE, /* those that the runs support, and no others */
    MODEL_ALL,    /* those of `set` are asked for */
    MODEL_FIXED   /* those of `set` are fitted, whatever comes of it */
} model_mode;

typedef struct model_row {
    double seconds; /* that was measured; not of what is to be predicted */
    double fixed;
    const double *of; /* [constants], in seconds, where the factors are 1 */
} model_row;

typedef struct model_problem {
    model_mode mode;
    int constant_count;
    /* [constants] Those of one may have a factor together: a path, and what it is of. */
    const char *const *component, *const *kind;
    const int *set; /* but for MODEL_CHOOSE: which share a factor, by number; -1: it is kept */
    int run_count, distinct; /* runs, and the points that these are of */
    const model_row *runs;
    int prediction_count;
    const model_row *predictions;
    double level; /* of intervals: 0.95 */
} model_problem;

/* `low` and `high` are those of the choice, `other_low` and `other_high` of all others that
 * describe the runs as well; NaN where there is none, or none is known. */
typedef struct model_factor {
    model_state state;
    int set;              /* fitted ones with the same number share the factor; -1 */
    double factor, error; /* standard error */
    double low, high, other_low, other_high;
} model_factor;

typedef struct model_value {
    double seconds, low, high, other_low, other_high;
    double weight;   /* of a run in the fit: 1, and less the further off it is */
    double left_out; /* what a fit to the runs of all other points says of a run; or NaN */
} model_value;

/* A choice that describes the runs as well: sets of constants, each with its factor. */
typedef struct model_other {
    int count;
    const bool *const *has; /* [count][constants] */
    const double *factors, *low, *high;
    double spread;
} model_other;

enum { MODEL_OTHERS_MOST = 12 };

typedef struct model_fit {
    const char *why; /* why there is none, a clause; or null */
    int factors, freedom;
    bool is_robust;
    double spread;   /* standard deviation of runs, over their times; NaN: not known */
    double scatter;  /* of repetitions about their point's mean; NaN: there are none */
    bool is_misfit;  /* deviations are larger than repetitions scatter, by an F-test */
    int left;        /* a constant that goes with what the best choice leaves; -1: it is chance */
    int choices;     /* that describe the runs as well, the one that is fitted among them */
    int other_count; /* the best of the others, at most MODEL_OTHERS_MOST */
    const model_other *others;
    model_factor *constants;  /* [constants] */
    model_value *runs;        /* [runs]: low and high are NaN */
    model_value *predictions; /* of one more run there */
} model_fit;

enum { MODEL_CONSTANTS_MOST = 256, MODEL_RUNS_MOST = 4096 };

/* Fits it; what is found lives in `a`. */
model_fit model_solve(arena *a, const model_problem *p);

#endif
