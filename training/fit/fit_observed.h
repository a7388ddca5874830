#ifndef FPREDICT_TRAINING_FIT_FIT_OBSERVED_H
#define FPREDICT_TRAINING_FIT_FIT_OBSERVED_H

/* What was measured of an MPI library's collectives: when ranks go on. */

#include "support/vec.h"
#include "sysmodels/model/communication.h"
#include "training/fit/fit_series.h"

typedef enum fit_arrival {
    FIT_TOGETHER,
    FIT_LATE,           /* one of them when all others wait */
    FIT_STAGGERED,      /* one after the other, by their numbers */
    FIT_FROM_LAST,      /* together, and the last rank is the root */
    FIT_FROM_LAST_APART /* likewise, among the first ranks of nodes */
} fit_arrival;

/* Seconds from when the last rank has come; of staggered ones, each. */
typedef struct fit_leaving {
    double last_s, mean_s;
} fit_leaving;

typedef struct fit_observed {
    fit_arrival arrival;
    int late;  /* the rank */
    int apart; /* from one rank to the next; 0: 1 */
    double bytes;
    bool has_mean;
    fit_leaving leaving;
} fit_observed;

typedef struct fit_observations {
    int count;
    fit_observed *data; /* ascending bytes */
} fit_observations;

typedef VEC(sag_library) library_vec;

/* All of one collective on so many ranks. */
fit_observations fit_observations_of(arena *a, const fit_data *data, collective_kind kind,
                                     int ranks);
/* Were there any ranks that did not come together? */
bool fit_has_arrivals(const fit_data *data, collective_kind kind);
/* The collective that a kernel is, whose ranks come together, of those of which machine files name
 * no algorithm; COLLECTIVE_KIND_COUNT: it is none. */
collective_kind fit_called_by(const fit_series *s);
/* The bytes by which it goes what a library does: of one part, where each rank has one for each, or
 * for the root. */
double fit_message_bytes(const fit_series *s, collective_kind kind);
/* The numbers of ranks of which there are any, ascending. */
int fit_observed_ranks(arena *a, const fit_data *data, collective_kind kind, int **numbers);

#endif
