#ifndef FPREDICT_SYSMODELS_NETWORK_ONE_EACH_H
#define FPREDICT_SYSMODELS_NETWORK_ONE_EACH_H

/* EXCHANGE_PUSHED and EXCHANGE_ADAPTER where processors share clocks: rounds in which each sends
 * one message, and gets one of the same price from whom it sends to. In what order messages go does
 * not matter then, and no port or channel is asked for twice. */

#include "sysmodels/network/exchange.h"

void one_each_times(exchange_rule rule, const comm_round *round, exchange_clocks *x, int side);

#endif
