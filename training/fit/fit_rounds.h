#ifndef FPREDICT_TRAINING_FIT_FIT_ROUNDS_H
#define FPREDICT_TRAINING_FIT_FIT_ROUNDS_H

/* Collectives as rounds of messages, by the algorithms that machine files name
 * (docs/machines.md; sysmodels/network/collective/). */

#include "sysmodels/network/collective/collective.h"
#include "training/fit/fit_clocks.h"

/* Begins at 0 with ranks in a row, and messages of the collective. */
void rounds_begin(simulation *s, arena *a, const fit_network *network, int ranks,
                  collective_kind kind);

/* Plays a collective of `bytes`; of an all-gather, what all have in the end. Not for
 * COLLECTIVE_PATTERN, which has no rounds. */
void rounds_play(simulation *s, collective_kind kind, collective_algorithm how,
                 collective_variant variant, double bytes);

/* Plays what an MPI library does, from clocks that are set: ranks come when these say. Members are
 * `s->apart` apart, and `root` is the number of one. */
void rounds_play_library(simulation *s, collective_kind kind, const sag_library *how, int root,
                         double bytes);

#endif
