#ifndef FPREDICT_SYSMODELS_NETWORK_POSTED_H
#define FPREDICT_SYSMODELS_NETWORK_POSTED_H

/* Posted exchanges: all members of a round post their messages, and then each waits for its
 * own (docs/model.md, "The exchange"). With r the time at which each processor has posted its
 * messages, S and R the occupancy of what it sends and receives, a processor is done at
 *   max(r + max(S, R), Q) + latency,
 * Q the end of a queue that serves what it receives in the order of max(r, r of the sender).
 * Senders do not wait for receivers. What is neither occupancy nor latency is waiting (Parashar and
 * Hariri 1996, figure 5). A phased exchange is such a round for each direction (Sun and others
 * 1999, section 4.1). Ticks.
 */

#include "sysmodels/network/exchange.h"

void posted_times(const comm_round *round, exchange_clocks *x, int side);
/* Those members once more (follow.h). */
void posted_again(const comm_round *round, exchange_clocks *x, const followed_place *those,
                  int count);

#endif
