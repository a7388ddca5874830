#ifndef FPREDICT_TRAINING_TRAIN_MPI_H
#define FPREDICT_TRAINING_TRAIN_MPI_H

/* What the files that talk MPI share. */

#include <mpi.h>
#include <stdbool.h>

#include "training/train_kernel.h"
#include "training/train_plan.h"

/* SimGrid's SMPI is told by its header. */
#ifdef SMPI_H
#define TRAIN_IS_SIMULATED 1
#else
#define TRAIN_IS_SIMULATED 0
#endif

enum { TRAIN_GRIDS = 3 };

/* For how long ranks wait in kernels to which they do not come together: train_arrival.c. */
typedef struct train_pause_of {
    const train_kernel *kernel;
    int bytes;
    double pause_s;
} train_pause_of;

/* Ranks 0 ... ranks - 1, or 0 and a partner. */
struct train_group {
    MPI_Comm comm; /* MPI_COMM_NULL: this rank is not in it */
    int rank, ranks;
    double own_s; /* added up by kernels that time themselves */
    train_pause_of paused;
    MPI_Comm grid[TRAIN_GRIDS]; /* of 1, 2, 3 periodic axes; MPI_COMM_NULL: too few ranks */
};

/* Two memories of at least `size` bytes. Returns false if there is no room for them. */
bool train_workspace_make(train_workspace *space, int64_t size);
void train_workspace_free(train_workspace *space);

/* All of them go on at once, as far as that can be. */
void train_synchronize(MPI_Comm comm);

/* Lets time pass without a call of MPI, which might take up what has come. */
void train_pause(double seconds);

/* Seconds of a clock that only goes forward. */
double train_clock_s(void);

/* Seconds that this thread has had a processor for: what computes takes no longer where others
 * compute too. */
double train_work_clock_s(void);

/* The smallest step of the clock, and what reading it takes. */
void train_clock_describe(double *resolution_s, double *overhead_s);

typedef struct train_host {
    char name[MPI_MAX_PROCESSOR_NAME]; /* of rank 0 */
    int nodes;                         /* different names */
    int per_node;                      /* ranks of each, in their order; 1: in no such order */
    int processors;                    /* of rank 0's node, that its ranks may run on; 0: unknown */
    bool clock_is_shared;              /* by all ranks */
} train_host;

/* Collective. */
void train_host_describe(train_host *host);

/* The groups of a plan; collective. The same order on all ranks. Null on a rank that has no memory
 * for them: the others go on, so that it has to end the run. */
typedef struct train_groups train_groups;
train_groups *train_groups_new(const train_plan *plan);
void train_groups_free(train_groups *groups);
train_group *train_groups_of(train_groups *groups, const train_point *point);

/* What a sample of some iterations took: until the last rank was through, from
 * when the last one began; and what a rank spent in it, on average. */
typedef struct train_sample {
    double slowest_s, mean_s;
} train_sample;

/* MPI_Allgatherv of `n` bytes of each rank. */
void train_all_gather_parts(train_group *group, const train_workspace *space, int n);
/* MPI_Alltoallv of `n` bytes of each rank for each. */
void train_all_to_all_parts(train_group *group, const train_workspace *space, int n);

/* What ranks with roots are timed one by one for. */
enum { TRAIN_ITERATIONS_WITH_ROOT = 256 };

/* Measures `point`; all ranks call it. The sample is rank 0's. */
train_sample train_measure(const train_point *point, train_groups *groups,
                           const train_workspace *space, bool clock_is_shared, int64_t iterations);

#endif
