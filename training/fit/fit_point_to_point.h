#ifndef FPREDICT_TRAINING_FIT_FIT_POINT_TO_POINT_H
#define FPREDICT_TRAINING_FIT_FIT_POINT_TO_POINT_H

/* Messages between rank 0 and one other at a time: the kernels pingpong and stream. */

#include "training/fit/fit_message.h"
#include "training/fit/fit_series.h"

enum { FIT_PARTNERS_MOST = 64 };

typedef struct fit_pair {
    int partner;
    fit_message_data data;
} fit_pair;

typedef struct fit_partners {
    int count;
    fit_pair pair[FIT_PARTNERS_MOST];
} fit_partners;

/* Sets *all to the pairs that were measured at equal sizes in both kernels, the nearest first:
 * what a message takes in all, and what of that it occupies, in seconds. Allocates in `a`. */
void fit_collect_partners(arena *a, const fit_data *data, int ranks, fit_partners *all);

/* Gives a pair that was measured at fewer sizes those of `near`, too: protocols change at the same,
 * as they are the processors'. A message takes what the near one takes, and what it takes longer at
 * the sizes around. */
void fit_fill_in(arena *a, const fit_pair *near, fit_pair *far);

#endif
