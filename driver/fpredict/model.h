#ifndef FPREDICT_DRIVER_FPREDICT_MODEL_H
#define FPREDICT_DRIVER_FPREDICT_MODEL_H

/* fpredict fit-model, for the files command_fit_model.c and model_*.c. */

#include "driver/fpredict/session.h"
#include "experiment/measurement/measurement.h"
#include "report/model_fit.h"
#include "scaling/contributions.h"

/* A run, or a point that is to be predicted. */
typedef struct model_point {
    const char *const *values;
    double measured; /* NaN: it is to be predicted */
    const bindings *bound;
    contributions of; /* as the machine is now */
    double time;
} model_point;

typedef struct model_work {
    session s;
    options sized; /* the user's, with the sizes and processors of all points */
    measurement_set runs;
    int point_count; /* runs, then what is to be predicted */
    model_point *points;
    const aag_graph *graph;
    const sag *machine; /* as it is now */
    int value_count;    /* of the machine, of which the formulas are */
    fitted_value *values;
    model_fit_report report;
} model_work;

/* Says what is wrong; returns false. */
bool model_fail(model_work *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reads the runs, and what is to be predicted, and puts their sizes and processors into w->sized
 * for session_open; false after reporting (model_points.c). */
bool model_read_points(model_work *w, fp_context *ctx, const options *opt);
/* Finds the combination of each point. */
bool model_bind_points(model_work *w);

/* Predicts each point on w->machine, with what each value contributes (model_rows.c). */
bool model_predict(model_work *w);
/* Lists the values that the predictions are of, or those of --constant. */
bool model_list_values(model_work *w);

/* Has fpredict-fit fit the values to what was predicted and measured, `is_first` with the choice
 * of which; then those alone. Factors are over the machine as it was at first. *change is the
 * largest change of one, over it. False after reporting (model_solver.c). */
bool model_fit_once(model_work *w, bool is_first, double *change);

#endif
