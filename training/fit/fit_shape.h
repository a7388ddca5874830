#ifndef FPREDICT_TRAINING_FIT_FIT_SHAPE_H
#define FPREDICT_TRAINING_FIT_FIT_SHAPE_H

/* The shape of the network, by what messages to ranks further off take longer. */

#include "training/fit/fit_network.h"
#include "training/fit/fit_point_to_point.h"

typedef struct shape_slope {
    double per_hop;     /* seconds */
    double unexplained; /* part of the squares */
} shape_slope;

/* The hops between rank 0 and a partner, of ranks in a row. */
int shape_hops(const sag_communication *c, int ranks, int partner);

/* Least squares of what partners take longer, or are longer occupied, over the hops that they are
 * further off, at sizes from `least` to below `most`: a line through nothing. */
shape_slope shape_slope_of(arena *a, const sag_communication *c, int ranks, const fit_partners *all,
                           bool occupied, double least, double most);

/* Writes to `c` the network by which ranks further off take as much longer as they do: a hypercube,
 * a tree of switches, a torus, a mesh or a dragonfly; without a difference one switch. */
void shape_find(arena *a, int ranks, const fit_partners *all, sag_communication *c,
                fit_notes *notes);

/* Writes the shape of `like` to `c`, and leaves the rest. */
void shape_copy(const sag_communication *like, sag_communication *c);

#endif
