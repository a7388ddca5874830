#ifndef FPREDICT_SYSMODELS_NETWORK_CONTEND_H
#define FPREDICT_SYSMODELS_NETWORK_CONTEND_H

/* Messages of a round that share links and ports (docs/model.md, "Contention"): how long each is
 * under way, as if all processors had entered the round together. It depends on who sends how much
 * to whom, and on where they are, never on clocks; so what a round does to clocks stays sums and
 * maxima. */

#include "sysmodels/network/flows.h"
#include "sysmodels/network/fullest.h"
#include "sysmodels/network/links.h"
#include "sysmodels/network/round.h"
#include "sysmodels/network/share.h"

/* A message, for whoever has no rounds: from one rank to another. */
typedef struct contender {
    int from, to;
    double bytes;
    /* When it is ready, after those before it of its sender; seconds from when all begin. */
    double ready;
    double fixed;    /* seconds for which it keeps its sender's port before its bytes do */
    double latency;  /* until its first byte is there to go */
    double per_byte; /* of its processors' adapters, or other bound */
    int kind;        /* those of different kinds are of different classes */
    double flight;   /* OUT: seconds from then until all bytes are through */
    double alone;    /* OUT: the same, were no other under way */
    int class;       /* OUT: those of a class take as long */
} contender;

typedef struct contention {
    const sag_communication *communication;
    int procs;
    bool has_ports; /* a processor's port is shared too, by what it sends and by what it receives */
    bool has_channels; /* and it has one for each channel, whatever the machine says */
    double left;       /* part of the times of links that counts: what computation hides does not */
    /* On the grid that messages travel in: coords[rank * axes + axis]; null: in no order. */
    int axes;
    const int *extents, *coords;
} contention;

/* Finds how long all are under way; those of a sender come one after another, as it sends them.
 * False: they share nothing, and each takes what its processors' adapters do. Works in `a`. */
bool contend(arena *a, const contention *c, int count, contender *all);

/* What the messages of a round pass, for flows.h; message i of `all` is the round's number[i]. */
round_flows *contend_flows(arena *a, const contention *c, int count, const contender *all,
                           const int *number);

/* Gives the messages of a round of ranks, by prices of their own, the time that they take. After
 * exchange_order; `costs`, by rank, learn of later arrivals. */
void contend_round(arena *a, const network *n, int procs, int axes, const int *extents,
                   const int *coords, comm_round *round, round_cost *costs);

/* The same of a round whose one message stands for all: each meets what `x` says. `cost` is
 * everybody's. */
void contend_across(const network *n, const across *x, comm_round *round, round_cost *cost);

#endif
