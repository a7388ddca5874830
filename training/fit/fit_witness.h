#ifndef FPREDICT_TRAINING_FIT_FIT_WITNESS_H
#define FPREDICT_TRAINING_FIT_FIT_WITNESS_H

/* What the points of a pattern say of networks that could be the machine's. */

#include "training/fit/fit_network.h"

/* One that even the nearest network is further off, in the middle, says nothing. */
#define FIT_NO_WITNESS 0.10

/* The networks that are compared: rules of exchanges, or as many others. */
typedef struct fit_candidates {
    sag_communication of[FIT_RULES];
    bool is_known[FIT_RULES];
} fit_candidates;

/* Which points of a kernel count: of who asks for a message late, those that have come, or those
 * that begin then. */
typedef enum fit_lateness { FIT_NOT_LATE, FIT_HAS_COME, FIT_WAITS } fit_lateness;

typedef struct fit_pattern {
    const char *kernel, *name;
    fit_lateness late;
} fit_pattern;

/* Returns what one pattern says: the middle of the uncontended points that tell the candidates
 * apart, as one that is twice as long for a reason that none has would outweigh many. */
fit_witness fit_hear(arena *a, const fit_data *data, const fit_network *network,
                     const fit_candidates *all, const fit_pattern *pattern);

/* Do enough of its points tell the candidates apart? */
bool fit_tells(const fit_witness *w);

#endif
