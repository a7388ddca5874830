#ifndef FPREDICT_SYSMODELS_NETWORK_MESSAGE_H
#define FPREDICT_SYSMODELS_NETWORK_MESSAGE_H

/* Messages in ticks, as an exchange rule takes them (docs/model.md, "The exchange"). What a
 * price in seconds is to an exchange: the occupancy of its two nodes, latency on the way, and what
 * the processors pay beside an adapter. */

#include "sysmodels/network/price.h"
#include "sysmodels/network/ticks.h"

/* A machine's network as one evaluation takes it. */
typedef struct network {
    const sag_communication *communication;
    exchange_rule exchange; /* the machine's, or another that is asked for */
    exchange_steps steps;
    double overlap;          /* fraction of a communication that computation hides */
    int128 call, call_error; /* ticks that a message costs in software, on each side */
} network;

/* What a message costs those at its two ends. */
typedef struct incoming {
    sag_route route;
    double bytes;
    int64_t count; /* messages that it stands for, one after another: all below is of all of them */
    int128 occupancy, latency, error; /* the error is of all */
    int128 passes; /* EXCHANGE_PUSHED: for how long of the latency it keeps its last channel */
    int128 send, receive; /* what the processors on both sides are kept for; apart from waiting */
    int128 handshake;     /* EXCHANGE_ADAPTER: from when its receiver is there until it begins; */
    bool waits_for_receiver; /* only where this is set */
    bool keeps_sender;       /* and so is its sender, until it is there */
    double per_byte;         /* seconds of the occupancy, a byte of each */
    double left;             /* part of it all that computation does not hide */
    const quantity *share;   /* fraction of the function's price that it costs; null: all */
    /* Where messages share links (contend.h): how long it is under way, from when its first byte
     * goes; by EXCHANGE_ADAPTER ports are not queued for then. Else it is in the latency. */
    bool is_shared;
    int128 flight, alone; /* alone: were no other under way */
} incoming;

/* Returns a message of `bytes` that this function prices. Where the
 * program says what is computed meanwhile (`is_async`), nothing of it is hidden. */
incoming network_message(const network *n, message_function f, bool is_async, double bytes,
                         sag_route route);
/* The same of one that costs a fraction of that; null: all. */
incoming network_part_message(const network *n, message_function f, const quantity *share,
                              bool is_async, double bytes, sag_route route);
/* Makes of a message `count` like it that the same processor sends to the same one after another,
 * as one that stands for all. Not with EXCHANGE_ADAPTER. */
void network_repeat(const network *n, incoming *m, int64_t count);
/* Ticks that a message takes that nothing holds up: one of those that it stands for. */
int128 network_message_time(const network *n, const incoming *m);

#endif
