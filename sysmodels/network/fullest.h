#ifndef FPREDICT_SYSMODELS_NETWORK_FULLEST_H
#define FPREDICT_SYSMODELS_NETWORK_FULLEST_H

/* Equal messages on the lines of a mesh or torus, each of which passes a link that carries as many
 * as any other: the first step of progressive filling fills all of these links together, and each
 * message has its rate (docs/model.md, "In closed form"). So is a step of a doubling. Without a
 * look at each link of each way. */

#include <stdbool.h>

#include "support/arena.h"
#include "sysmodels/network/place.h"

/* Messages from one processor of a grid to another; number i from at + from[i] * axes to at +
 * to[i] * axes. */
typedef struct line_messages {
    const sag_communication *communication;
    int axes, count;
    const int *extents, *at;
    const int *from, *to;
} line_messages;

/* Returns how many messages each of its fullest links carries, if each of them passes one of
 * those; else 0. */
int fullest_on_lines(arena *scratch, const line_messages *m);

/* What a message meets in a step of a doubling of all processors. */
typedef struct across {
    double fullest; /* seconds for which a byte of all that pass it keeps the fullest link */
    double alone;   /* for which a byte keeps the slowest link */
    bool is_shared; /* some link is passed by several */
} across;

/* Sets it for the step in which each sends to who differs from it by `distance`, a power of two as
 * all is that cuts numbers into axes, switches and nodes: then there is for each two messages a
 * renumbering that takes one to the other, and all links to links; so all are as long under way.
 * False: not known. */
bool fullest_across(arena *scratch, const sag_communication *c, int axes, const int *extents,
                    int procs, int distance, across *x);

#endif
