#ifndef FPREDICT_TRAINING_FIT_FIT_LINK_RATES_H
#define FPREDICT_TRAINING_FIT_FIT_LINK_RATES_H

/* What messages between two say of the links that they pass. */

#include "sysmodels/model/communication.h"
#include "training/fit/fit_series.h"

/* Times a byte of long messages: to the next rank, and to the furthest. */
typedef struct link_rates {
    double near, far;
    double answered; /* of what comes back at the same time it takes so much longer */
    bool is_shared;  /* it takes as much longer as if both went the same way */
    double along[3]; /* to ranks along one axis of a mesh or torus alone; 0: not measured */
} link_rates;

/* All 0: nothing was measured. */
link_rates fit_link_rates_of(arena *a, const fit_data *data, const sag_communication *c, int ranks);

#endif
