#ifndef FPREDICT_SYSMODELS_NETWORK_PLACE_H
#define FPREDICT_SYSMODELS_NETWORK_PLACE_H

/* Where processors are: on which node of the network, and where that is on a mesh or torus
 * (docs/machines.md, "Placement"). Pure functions of the machine's communication component. */

#include "sysmodels/model/communication.h"

/* Processors that a node has, 1 where nothing is said. */
int sag_ranks_per_node(const sag_communication *c);

/* The number of a processor of a grid: in a hypercube by Gray code, numbers differ in as many bits
 * as there are hops between processors; else along the last axis first, which is its rank. */
unsigned long long sag_processor_number(const sag_communication *c, int rank, const int *extents,
                                        const int *at);

/* The number of the node that a processor of a grid is on. */
unsigned long long sag_node_number(const sag_communication *c, int rank, const int *extents,
                                   const int *at);

/* Processors along each axis of the brick of a grid that a node has (PLACE_BY_GRID): the prime
 * factors of their number, the largest first, each along the axis of which most is left. */
void sag_brick(const sag_communication *c, int rank, const int *extents, int *brick);

enum { SHAPE_AXES = 16 };

/* Two nodes on a mesh or torus: of its own sides, or of the shape of the grid of processors. */
typedef struct sag_shape {
    int rank, extent[SHAPE_AXES], from[SHAPE_AXES], to[SHAPE_AXES];
    bool has_sides, is_closed;
    half_way half_way;
} sag_shape;

sag_shape sag_shape_between(const sag_communication *c, int rank, const int *extents,
                            const int *from, const int *to);

/* Has it sides of its own? */
bool sag_has_sides(const sag_communication *c);

/* Along which axis does a way go as number i: with sides that first along which nodes are numbered
 * first, which is the last; else the first. */
static inline int sag_shape_axis(const sag_shape *s, int i)
{
    return s->has_sides ? s->rank - 1 - i : i;
}

/* Does a way along axis d go to higher coordinates? The shorter way round, where it is closed. */
bool sag_shape_goes_up(const sag_shape *s, int d);

/* Steps along axis d. */
int sag_shape_steps(const sag_shape *s, int d);

#endif
