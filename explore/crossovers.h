#ifndef FPREDICT_EXPLORE_CROSSOVERS_H
#define FPREDICT_EXPLORE_CROSSOVERS_H

/* Where another alternative becomes the fastest, for explore/ only. */

#include "explore/evaluate.h"

/* A comparison that was made, of `count` alternatives that are predicted, by time. */
typedef struct crossover_question {
    const bindings *values;
    int count;
    const alternative *ranked;
    const sag *machine;
    const subject *subjects; /* by alternative.place */
} crossover_question;

/* Sentences, in ctx's arena. */
typedef struct crossover_answer {
    int count;
    const char *const *sentences;
} crossover_answer;

/* Which is the fastest on other numbers of processors and, when the templates'
 * extents have one parameter, at other sizes: found by evaluating, of each comparison into
 * out[0..count). Returns false after reporting that the work was broken off. */
bool explore_crossovers(fp_context *ctx, int count, const crossover_question *questions,
                        const explore_effort *effort, crossover_answer *out);

#endif
