#ifndef FPREDICT_SYSMODELS_NETWORK_ROUTE_H
#define FPREDICT_SYSMODELS_NETWORK_ROUTE_H

/* The way of a message through the network: hops, levels of switches, the channel that it
 * comes in by. Pure functions of the machine's topology and of places on a grid of processors.
 * Hops on a hypercube by Gray code: Sarukkai and Malony 1993, section 4.2; dragonfly: De Sensi and
 * others, arXiv 2008.08886. */

#include "sysmodels/network/place.h"

/* A message's way. Hops are channels between nodes on a hypercube, a mesh and a
 * torus, and switches passed elsewhere. The level says how far up a network of
 * switches it goes: 1 for one switch, and in a fat tree one more for each level
 * of switches up to the lowest that both nodes are below; in a dragonfly 2
 * inside a group and 3 between groups; 0 where levels do not matter. Two processors of one node
 * have no hops, and the level SAG_LEVEL_INSIDE. */
enum { SAG_LEVEL_INSIDE = -1 };
typedef struct sag_route {
    int hops, level;
} sag_route;

/* Returns the way between two processors of a grid that is embedded in the network as
 * the machine says; no hops for a processor and itself. */
sag_route sag_route_between(const sag_communication *c, int rank, const int *extents,
                            const int *from, const int *to);

/* Is the way between two processors that are `by` apart, on each axis, the same
 * wherever on the grid they are? */
bool sag_route_is_alike(const sag_communication *c, int rank, const int *by);

/* Of a fat tree: what is below a switch of the level, counted from 1. */
double sag_arity(const sag_communication *c, int level);

/* Returns the way to a neighbour: one hop, one switch. */
sag_route sag_route_next(const sag_communication *c);

/* Returns the channel of the receiver's node that a message comes in by, where several
 * may come by the same: 0 from a switch; on a hypercube that of the highest dimension in which
 * the nodes differ (e-cube routes end there), on a mesh and a torus that of the last such axis.
 * -1: nothing else comes by it. At most SAG_CHANNELS - 1. */
enum { SAG_CHANNELS = 64 };
int sag_channel(const sag_communication *c, int rank, const int *extents, const int *from,
                const int *to);

/* The same of the sender's node: that by which a message leaves it. */
int sag_channel_out(const sag_communication *c, int rank, const int *extents, const int *from,
                    const int *to);

/* On a dragonfly: is the node at the switch by which its group is joined to the other node's? */
bool sag_is_gateway(const sag_communication *c, unsigned long long node, unsigned long long other);
/* The number in its group of the switch by which a group is joined to group `to`. */
int sag_gateway(const sag_communication *c, unsigned long long to);

/* Returns the number of axes along which a grid has more than one processor. */
int sag_grid_dims(int rank, const int *extents);

#endif
