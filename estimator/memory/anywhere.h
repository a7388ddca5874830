#ifndef FPREDICT_ESTIMATOR_MEMORY_ANYWHERE_H
#define FPREDICT_ESTIMATOR_MEMORY_ANYWHERE_H

/* References through indices that are known only at run time. */

#include "estimator/memory/walk.h"

/* The share of the indices of touch `t` that are those of touch `by` so many iterations of the loop
 * around (number `loop`) ago, because they are found by the same elements or scalars; 0: nothing
 * tells. */
double anywhere_shared(const memory_walk *w, int t, int by, int loop, double ago);
/* The most draws while a loop runs: no more than elements that indices are found by, where the loop
 * does not set them anew. */
double anywhere_most_draws(const memory_walk *w, int t, int loop);
/* The share of the same indices at which two touches of an array are in one line. */
double anywhere_same_line(const memory_walk *w, int t, int by, int level);
/* The chance that a line has gone of which nothing but chance says when it is used again: after m
 * draws with probability e^(-m/L) or more, L its array's lines (places, where a draw has several).
 * Until then come the lines of L (1 - e^(-m/L)) others of the array, and what the loop's other
 * touches have new; it has gone when these are as many as the cache holds. Without others that is 1
 * - C/L, as by sizes. */
double anywhere_lost(const memory_walk *w, const nest_node *n, int g, int level);

#endif
