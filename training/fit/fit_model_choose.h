#ifndef FPREDICT_TRAINING_FIT_FIT_MODEL_CHOOSE_H
#define FPREDICT_TRAINING_FIT_FIT_MODEL_CHOOSE_H

/* Which sets of constants runs support, for fit_model.c: all choices of the fewest sets that leave
 * nothing that another set would explain better than chance. */

#include "support/vec.h"
#include "training/fit/fit_model_sets.h"

enum { MODEL_CHOICE_MOST = 6 };

typedef struct model_choice {
    int count;
    int sets[MODEL_CHOICE_MOST];
    double squares; /* of deviations over what they are counted in parts of */
    int rank;       /* the sum of its sets' */
    double factors[MODEL_CHOICE_MOST];
    double covariance[MODEL_CHOICE_MOST][MODEL_CHOICE_MOST]; /* of factors, as `squares` has it */
} model_choice;

typedef struct model_choices {
    int left;             /* the set that goes with what the best choice leaves; -1: it is chance */
    VEC(model_choice) of; /* the best first */
} model_choices;

/* Chooses by the runs with `counts`. */
model_choices model_choose(arena *a, const model_sets *s, const bool *counts);

#endif
