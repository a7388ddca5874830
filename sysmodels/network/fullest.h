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

#endif
