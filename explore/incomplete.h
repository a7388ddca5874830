#ifndef FPREDICT_EXPLORE_INCOMPLETE_H
#define FPREDICT_EXPLORE_INCOMPLETE_H

/* What predictions do not know: in words, and whether it leaves open which one is the fastest. */

#include "explore/explore.h"

/* Is the first of `ranked[0..count)`, which are predicted, by time, the fastest whatever their
 * unknowns turn out to be? It is where it is complete, and each other one takes at least its
 * time. */
bool explore_is_decided(int count, const alternative *ranked);

/* The unknowns of several predictions, each once: those of flow or data first, then those of
 * cost, in the order of the source. Returns their number. */
int explore_unknowns(arena *a, int count, const estimate *const *estimates,
                     const unknown_effect *const **out);

/* "laplace.c:12: ", without folders; "" of no place. */
const char *explore_place(arena *a, source_range where);

/* "solver.c:41: 'update' has no body here; …; and 3 more, which --format json lists": at most
 * `most` of them with their places; file names without their folders. */
const char *explore_unknown_text(arena *a, int count, const unknown_effect *const *unknowns,
                                 int most);

/* The same of one prediction. */
const char *explore_reasons(arena *a, const estimate *e, int most);

#endif
