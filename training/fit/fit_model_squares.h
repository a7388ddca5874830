#ifndef FPREDICT_TRAINING_FIT_FIT_MODEL_SQUARES_H
#define FPREDICT_TRAINING_FIT_FIT_MODEL_SQUARES_H

/* Least squares of sets' factors, plain or robust, for fit_model.c: GSL's. */

#include <gsl/gsl_matrix.h>
#include <gsl/gsl_vector.h>

#include "training/fit/fit_model_sets.h"

typedef struct model_solution {
    double squares;                /* of deviations over times */
    double shift[MODEL_SETS_MOST]; /* factors, less 1 */
    gsl_matrix *covariance;
    gsl_vector *weights; /* of the robust fit; or null */
} model_solution;

/* Fits the factors to the runs with `counts`; false: these do not tell them. What is found is
 * forgotten by model_forget, in either case. */
bool model_squares(const model_sets *s, int count, const int *sets, const bool *counts,
                   bool is_robust, model_solution *out);
void model_forget(model_solution *s);

/* What a set contributes to a row. */
double model_column(const model_sets *s, const model_row *row, int set);

#endif
