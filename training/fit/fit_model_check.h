#ifndef FPREDICT_TRAINING_FIT_FIT_MODEL_CHECK_H
#define FPREDICT_TRAINING_FIT_FIT_MODEL_CHECK_H

/* What else describes the runs, and whether anything does, for fit_model.c. */

#include "training/fit/fit_model_choose.h"

/* Writes what the choices but the first say of constants and predictions. */
void model_tell_others(arena *a, const model_sets *s, const model_choices *c, model_fit *out);

/* Compares the deviations with those of repetitions from each other. */
void model_compare_scatter(const model_sets *s, model_fit *out);

#endif
