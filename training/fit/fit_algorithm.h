#ifndef FPREDICT_TRAINING_FIT_FIT_ALGORITHM_H
#define FPREDICT_TRAINING_FIT_FIT_ALGORITHM_H

/* Which algorithm an MPI library uses for which size, by the pattern of the times at which ranks go
 * on: each candidate plays what was measured, ranks that come together and ranks that come late. */

#include "training/fit/fit_observed.h"
#include "training/fit/fit_simulate.h"

/* One collective on so many ranks. */
typedef struct algorithm_search {
    arena *a;
    const fit_network *network;
    collective_kind kind;
    int ranks;
} algorithm_search;

/* What a candidate says of one size. */
typedef struct algorithm_verdict {
    library_algorithm how;
    double segment_bytes;
    bool is_possible;
    bool sends_first;
    root_hands hands_over;
    bool is_rooted; /* another root was measured */
    double factor;  /* measured over played, of ranks that come together */
    double cost;
} algorithm_verdict;

typedef struct algorithm_sizes {
    int count;
    double *bytes;          /* ascending */
    algorithm_verdict **of; /* by size and candidate */
    int *chosen;            /* a candidate; -1: none is possible */
} algorithm_sizes;

/* How many ranks can be played. */
int algorithm_ranks_most(collective_kind kind);

/* Judges all candidates at all sizes, and chooses one for each size. */
algorithm_sizes algorithm_find(const algorithm_search *x, const fit_observations *all);

/* When ranks go on by `how`, as they were measured: the last one and the mean of all, from when the
 * last one has come or, of staggered ones, each. Those that do not come together are `apart_s`
 * apart. */
fit_leaving algorithm_play(const algorithm_search *x, const sag_library *how, const fit_observed *o,
                           double apart_s);

/* Where each member has a node of its own, does another root than the first of `l` send to that
 * first, at most of these sizes? `otherwise`: nobody measured it. */
bool algorithm_hands_over_apart(const algorithm_search *x, const sag_library *l,
                                const fit_observations *all, double from, double to,
                                bool otherwise);

/* Roots of `l` hand over to the first on their node: is it as near to what was measured that they
 * do to the first of all? */
bool algorithm_hands_to_first(const algorithm_search *x, const sag_library *l,
                              const fit_observations *all, double from, double to);

/* What was measured of so many bytes when all came together; null: nothing. */
const fit_observed *algorithm_together(const fit_observations *all, double bytes);

#endif
