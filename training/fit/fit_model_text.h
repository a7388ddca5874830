#ifndef FPREDICT_TRAINING_FIT_FIT_MODEL_TEXT_H
#define FPREDICT_TRAINING_FIT_FIT_MODEL_TEXT_H

/* A problem of fit_model.h as `fpredict fit-model` writes it, and what was found as it reads it:
 * words and numbers between blanks. */

#include <stdio.h>

#include "training/fit/fit_model.h"

/* Returns false, with why in *why, where it is none. */
bool model_read(arena *a, FILE *in, model_problem *out, const char **why);
void model_write(FILE *out, const model_problem *p, const model_fit *fit);

#endif
