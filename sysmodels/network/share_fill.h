#ifndef FPREDICT_SYSMODELS_NETWORK_SHARE_FILL_H
#define FPREDICT_SYSMODELS_NETWORK_SHARE_FILL_H

/* Progressive filling, for share.c. */

#include "sysmodels/network/share_class.h"

typedef struct share_filling share_filling;

share_filling *share_filling_new(arena *a, const share_quotient *q);

/* Finds the rates, in bytes a second, of the classes that are under way; by class. */
void share_fill(share_filling *f, int active_count, const int *active, double *rate);

#endif
