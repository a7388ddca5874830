#ifndef FPREDICT_TRAINING_FIT_FIT_SIMULATE_H
#define FPREDICT_TRAINING_FIT_FIT_SIMULATE_H

/* What a machine predicts for the training set's own communication kernels: their
 * messages on clocks, by the rules of docs/model.md ("The exchange",
 * "Collectives"). The fit chooses with it, and says with it how good it is. */

#include "sysmodels/model/sag.h"
#include "training/fit/fit_series.h"

typedef struct fit_network {
    const sag_communication *communication;
    int ranks;        /* of the run that measured */
    double combine_s; /* what a reduction takes to combine two elements of 8 bytes */
    /* MPI's function has all ranks send to the first rank first, where it gathers directly;
     * generated programs begin with the next rank, so that machine files have no word for it. */
    bool gathers_in_order;
    /* Each round finds all ports empty, also where estimates follow what is still in them: that
     * takes a fraction of the time, and tells what cannot be. */
    bool has_empty_ports;
    /* MPI's function sends down a tree to the farthest rank first; generated programs, to the
     * nearest. */
    bool broadcasts_far_first;
    /* MPI's barrier folds numbers that are no powers of two; generated programs' takes as many
     * rounds for any. */
    bool barriers_fold;
} fit_network;

/* Returns the seconds of one iteration of a series, or a negative number where
 * the machine says nothing about it: computation, and copies between messages. */
double fit_simulate(arena *a, const fit_network *network, const fit_series *series);

/* The same with another algorithm for the collective that the series measures. */
double fit_simulate_with(arena *a, const fit_network *network, const fit_series *series,
                         collective_algorithm algorithm);

/* Returns when rank 1 has a message of rank 0, which sends it at 0, and for which that one asks
 * when it has paused. */
double fit_late_receiver(arena *a, const fit_network *network, double bytes, double pause_s);

/* The collective of machine files that a kernel measures; COLLECTIVE_KIND_COUNT:
 * none. */
collective_kind fit_collective_of(const fit_series *series);

/* Writes the extents of the most even grid of `ranks` in `dims` axes, the largest
 * first, as MPI_Dims_create makes it. */
void fit_grid(int ranks, int dims, int *extents);

/* Returns the hops of the longest way that a message of the series goes. */
int fit_hops(arena *a, const fit_network *network, const fit_series *series);

#endif
