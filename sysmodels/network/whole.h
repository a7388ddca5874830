#ifndef FPREDICT_SYSMODELS_NETWORK_WHOLE_H
#define FPREDICT_SYSMODELS_NETWORK_WHOLE_H

/* Collectives that the machine prices as one, by a function of their bytes (Parashar and Hariri
 * 1996, table 2). One whose function measures completion, and one that needs something from all,
 * begins when the last member is there; otherwise each pays its part once the root is there. Ticks.
 */

#include "sysmodels/network/exchange.h"

void whole_times(const comm_round *round, exchange_clocks *x, int side);

#endif
