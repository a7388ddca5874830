#ifndef FPREDICT_REPORT_MODEL_FIT_H
#define FPREDICT_REPORT_MODEL_FIT_H

/* A machine's values fitted to measured runs of a program, as text or JSON (schema
 * fpredict/model-fit/1). */

#include "report/report.h"
#include "sysmodels/model/quantity.h"

typedef enum fitted_state {
    VALUE_FITTED,
    VALUE_KEPT,        /* the runs support no other than the machine has */
    VALUE_POSSIBLE,    /* kept, but other values that describe the runs as well are with another */
    VALUE_SMALL,       /* less than a thousandth of each run */
    VALUE_UNSUPPORTED, /* it was asked for, but its interval reaches 0 */
    VALUE_NEGATIVE     /* it would be below 0 */
} fitted_state;

/* All are over what the machine has; NaN where not known. */
typedef struct fitted_value {
    const quantity *value; /* as the machine has it */
    fitted_state state;
    int set; /* values with the same number have one factor; -1 */
    double factor, error;
    double low, high;             /* where these are the values that differ */
    double other_low, other_high; /* where those of `others` are */
} fitted_value;

/* Values that have one factor. */
typedef struct fitted_set {
    double factor, low, high;
    int count;
    const int *values; /* by their place among all */
} fitted_set;

/* Sets that describe the runs as well as those that are fitted. */
typedef struct fitted_choice {
    int count;
    const fitted_set *sets;
    double spread;
} fitted_choice;

typedef struct fitted_point {
    const char *const *values;    /* of the parameters */
    double measured;              /* NaN of what was not */
    double before;                /* as the machine has it */
    double time, low, high;       /* with fitted values; the interval of one more run, or NaN */
    double other_low, other_high; /* that with the values of `others` */
    double weight;                /* in the fit: less than 1 of a run that stands apart */
    double left_out; /* with values that are fitted to the runs of all other points; NaN: none */
} fitted_point;

typedef struct model_fit_report {
    const char *source, *machine, *runs; /* what was measured: a file, or an experiment's name */
    int name_count;
    const char *const *names; /* of parameters */
    int value_count, factor_count, freedom;
    const fitted_value *values;
    int run_count, prediction_count, distinct;
    const fitted_point *points, *predictions;
    bool is_robust, is_asked; /* values were asked for */
    double spread, level;
    double scatter; /* of repetitions of a point; NaN: there are none */
    bool is_misfit; /* runs are off by more than that */
    int left;       /* the value that goes with what is left, more than chance would; -1 */
    int choice_count, other_count;
    const fitted_choice *others; /* the best of them */
    double open;                 /* the largest share of a run's prediction that is in no value */
    const char *output;          /* the machine file that is written; or null */
} model_fit_report;

/* The interval that covers all choices; false where there is none. */
bool fitted_range(double low, double high, double other_low, double other_high, double *least,
                  double *most);

void report_model_fit(fp_context *ctx, FILE *out, const model_fit_report *r, report_style style);
/* False where `out` cannot be written. */
bool report_model_fit_json(fp_context *ctx, FILE *out, const model_fit_report *r);

#endif
