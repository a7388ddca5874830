#ifndef FPREDICT_TRAINING_FIT_FIT_FUNCTIONS_H
#define FPREDICT_TRAINING_FIT_FIT_FUNCTIONS_H

/* The functions of bytes that communication is fitted with: one for each kernel
 * and each set of its other parameters. */

#include "training/fit/fit_line.h"
#include "training/fit/fit_series.h"

typedef struct fit_curve {
    const char *kernel;
    const char *parameters; /* all but the bytes; "-" if there are none */
    double messages;        /* one after another in an iteration; y is of one */
    int count;
    fit_point *point; /* medians over bytes, ascending */
    bool is_fitted;   /* or there are too few points, or none with a time */
    fit_function function;
} fit_curve;

typedef struct fit_curves {
    int count;
    fit_curve *curve; /* in the order of the data */
} fit_curves;

/* Is the series a point of the curve? */
bool fit_curve_has(arena *a, const fit_curve *curve, const fit_series *series);

void fit_make_curves(arena *a, const fit_data *data, fit_curves *curves);

#endif
