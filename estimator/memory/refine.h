#ifndef FPREDICT_ESTIMATOR_MEMORY_REFINE_H
#define FPREDICT_ESTIMATOR_MEMORY_REFINE_H

#include "estimator/memory/sample.h"

/* What a closer look at the program, access by access or in samples, has found. Work is bounded,
 * whatever the sizes. */
typedef struct refinement {
    bool is_tried;
    bool is_simulated; /* the walk's misses are those of a simulation */
    sampler *samples;  /* null: there are none */
    bool is_set;       /* the walk has its misses */
} refinement;

/* Is there something in the program that the closed form does not count well? Asked before anything
 * is known of executions. */
bool refine_may_help(const memory_walk *w);
/* Simulates a program that is small, which needs nothing but its numbers; false: it is not. */
bool refine_simulate(memory_walk *w, refinement *found);
/* Looks, if a part of the program that is executed is no stream or stencil; where all are, and the
 * closed form `has_misses`, if these leave too much open. */
void refine_look(memory_walk *w, refinement *found, bool has_misses);
/* Does it say all, so that no closed form is needed? */
bool refine_is_enough(const memory_walk *w, const refinement *found);
/* Sets the misses by what was found and, if the walk `has_misses`, these. */
void refine_set(memory_walk *w, refinement *found, bool has_misses);

/* Gives the misses of levels that were not looked at a standard error, where the closed form hardly
 * knows of a good part of them. */
void refine_doubt(memory_walk *w, const refinement *found);
/* Settles the reasons, once the misses are: where something was looked at more closely, by such
 * looks. */
void refine_explain(memory_walk *w, const refinement *found);

#endif
