#ifndef FPREDICT_REPORT_MODEL_FIT_H
#define FPREDICT_REPORT_MODEL_FIT_H

/* A machine's values fitted to measured runs of a program, as text or JSON (schema
 * fpredict/model-fit/1). */

#include "report/report.h"
#include "sysmodels/model/quantity.h"

typedef enum fitted_state {
    VALUE_FITTED,
    VALUE_KEPT,        /* the runs support no other than the machine has */
    VALUE_SMALL,       /* less than a thousandth of each run */
    VALUE_UNSUPPORTED, /* it was asked for, but its interval reaches 0 */
    VALUE_NEGATIVE     /* it would be below 0 */
} fitted_state;

typedef struct fitted_value {
    const quantity *value; /* as the machine has it */
    fitted_state state;
    int set;                         /* values with the same number have one factor; -1 */
    double factor, error, low, high; /* over what the machine has; NaN where not known */
} fitted_value;

typedef struct fitted_point {
    const char *const *values; /* of the parameters */
    double measured;           /* NaN of what was not */
    double before;             /* as the machine has it */
    double time, low, high;    /* with fitted values; the interval of one more run, or NaN */
    double weight;             /* in the fit: less than 1 of a run that stands apart */
} fitted_point;

typedef struct model_fit_report {
    const char *source, *machine, *runs; /* what was measured: a file, or an experiment's name */
    int name_count;
    const char *const *names; /* of parameters */
    int value_count, factor_count, freedom;
    const fitted_value *values;
    int run_count, prediction_count, distinct;
    const fitted_point *points, *predictions;
    bool is_robust;
    double spread, level;
    double open;        /* the largest share of a run's prediction that is in no value */
    const char *output; /* the machine file that is written; or null */
} model_fit_report;

void report_model_fit(fp_context *ctx, FILE *out, const model_fit_report *r, report_style style);
/* False where `out` cannot be written. */
bool report_model_fit_json(fp_context *ctx, FILE *out, const model_fit_report *r);

#endif
