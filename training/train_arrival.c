/* Collectives to which ranks do not come together: who waits for whom, and for how long, tells how
 * they are done. A rank's time is from when the last one has come until it leaves itself; 0 where
 * it has left before. */

#include <stddef.h>
#include <stdlib.h>

#include "training/train_mpi.h"

enum { ELEMENT = 8, COLLECTIVE_TO = 4 << 20 };

/* Parts of n bytes each, one after the other. */
typedef struct parts {
    int *counts, *places;
} parts;

static parts parts_of(const train_group *group, int n)
{
    static int *counts, *places, room; /* for as many ranks as there are at most */
    if (group->ranks > room) {
        counts = realloc(counts, (size_t)group->ranks * sizeof *counts);
        places = realloc(places, (size_t)group->ranks * sizeof *places);
        room = group->ranks;
    }
    if (counts == NULL || places == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int r = 0; r < group->ranks; r++) {
        counts[r] = n;
        places[r] = r * n;
    }
    return (parts){counts, places};
}

void train_all_gather_parts(train_group *group, const train_workspace *space, int n)
{
    const parts p = parts_of(group, n);
    MPI_Allgatherv(space->memory, n, MPI_BYTE, space->other, p.counts, p.places, MPI_BYTE,
                   group->comm);
}

void train_all_to_all_parts(train_group *group, const train_workspace *space, int n)
{
    const parts p = parts_of(group, n);
    MPI_Alltoallv(space->memory, p.counts, p.places, MPI_BYTE, space->other, p.counts, p.places,
                  MPI_BYTE, group->comm);
}

typedef void collective(train_group *group, const train_workspace *space, int bytes, int root);

static void broadcast(train_group *group, const train_workspace *space, int bytes, int root)
{
    MPI_Bcast(group->rank == root ? space->memory : space->other, bytes, MPI_BYTE, root,
              group->comm);
}

static void all_reduce(train_group *group, const train_workspace *space, int bytes, int root)
{
    (void)root;
    MPI_Allreduce(space->memory, space->other, bytes / ELEMENT, MPI_DOUBLE, MPI_SUM, group->comm);
}

static void reduce(train_group *group, const train_workspace *space, int bytes, int root)
{
    MPI_Reduce(space->memory, space->other, bytes / ELEMENT, MPI_DOUBLE, MPI_SUM, root,
               group->comm);
}

static void all_gather(train_group *group, const train_workspace *space, int bytes, int root)
{
    (void)root;
    train_all_gather_parts(group, space, bytes / group->ranks);
}

static void all_to_all(train_group *group, const train_workspace *space, int bytes, int root)
{
    (void)root;
    const int n = bytes / group->ranks;
    MPI_Alltoall(space->memory, n, MPI_BYTE, space->other, n, MPI_BYTE, group->comm);
}

static void all_to_all_parts(train_group *group, const train_workspace *space, int bytes, int root)
{
    (void)root;
    train_all_to_all_parts(group, space, bytes / group->ranks);
}

static void gather(train_group *group, const train_workspace *space, int bytes, int root)
{
    const int n = bytes / group->ranks;
    MPI_Gather(space->memory, n, MPI_BYTE, space->other, n, MPI_BYTE, root, group->comm);
}

static void scatter(train_group *group, const train_workspace *space, int bytes, int root)
{
    const int n = bytes / group->ranks;
    MPI_Scatter(space->memory, n, MPI_BYTE, space->other, n, MPI_BYTE, root, group->comm);
}

static void barrier(train_group *group, const train_workspace *space, int bytes, int root)
{
    (void)space;
    (void)bytes;
    (void)root;
    MPI_Barrier(group->comm);
}

/* Twice what it takes the slowest rank if all come together: long enough for everything to have
 * been done by then that does not wait. */
static double long_enough(train_group *group, const train_workspace *space, int bytes,
                          collective *all)
{
    double took, most;
    train_synchronize(group->comm);
    const double start = train_clock_s();
    all(group, space, bytes, 0);
    took = train_clock_s() - start;
    MPI_Allreduce(&took, &most, 1, MPI_DOUBLE, MPI_MAX, group->comm);
    return 2 * most;
}

/* The same; where time is simulated it is the same for whoever is late. */
static double pause_of(train_group *group, const train_workspace *space, const train_point *point,
                       collective *all)
{
    train_pause_of *last = &group->paused;
    const int bytes = (int)point->value[TRAIN_bytes];
    if (!TRAIN_IS_SIMULATED || last->kernel != point->kernel || last->bytes != bytes)
        *last = (train_pause_of){point->kernel, bytes, long_enough(group, space, bytes, all)};
    return last->pause_s;
}

/* A rank comes `own` pauses after the start, the last one `last` pauses. */
static void come_apart(train_group *group, const train_workspace *space, const train_point *point,
                       collective *all, int own, int last)
{
    const int bytes = (int)point->value[TRAIN_bytes];
    const double pause_s = pause_of(group, space, point, all);
    train_synchronize(group->comm);
    const double start = train_clock_s();
    if (own > 0)
        train_pause(own * pause_s);
    all(group, space, bytes, 0);
    const double took = train_clock_s() - start - last * pause_s;
    group->own_s += took > 0 ? took : 0;
}

static void one_late(train_group *group, const train_workspace *space, const train_point *point,
                     collective *all)
{
    const bool is_late = group->rank + 1 == point->value[TRAIN_late];
    come_apart(group, space, point, all, is_late, 1);
}

/* One after the other, in the order of ranks: each one's time is from when it has come. */
static void staggered(train_group *group, const train_workspace *space, const train_point *point,
                      collective *all)
{
    come_apart(group, space, point, all, group->rank, group->rank);
}

#define ARRIVALS(name)                                                                             \
    static void name##_late(train_group *group, const train_workspace *space,                      \
                            const train_point *point, int64_t iteration)                           \
    {                                                                                              \
        (void)iteration;                                                                           \
        one_late(group, space, point, name);                                                       \
    }                                                                                              \
    static void name##_staggered(train_group *group, const train_workspace *space,                 \
                                 const train_point *point, int64_t iteration)                      \
    {                                                                                              \
        (void)iteration;                                                                           \
        staggered(group, space, point, name);                                                      \
    }
ARRIVALS(broadcast)
ARRIVALS(all_reduce)
ARRIVALS(reduce)
ARRIVALS(all_gather)
ARRIVALS(all_to_all)
ARRIVALS(all_to_all_parts)
ARRIVALS(gather)
ARRIVALS(scatter)
ARRIVALS(barrier)

/* From the last rank: whether the first one has a part of its own in all broadcasts. */
static void broadcast_from_last(train_group *group, const train_workspace *space,
                                const train_point *point, int64_t iteration)
{
    (void)iteration;
    const int bytes = (int)point->value[TRAIN_bytes];
    if (TRAIN_IS_SIMULATED) /* nothing else has been done before */
        broadcast(group, space, bytes, group->ranks - 1);
    train_synchronize(group->comm);
    const double start = train_clock_s();
    broadcast(group, space, bytes, group->ranks - 1);
    group->own_s += train_clock_s() - start;
}

#define KERNEL(kernel_name, function, ...)                                                         \
    {                                                                                              \
        .name = kernel_name, .family = TRAIN_COMMUNICATION, .operations = "collective:1 clock:1",  \
        .communicate = function, .times_itself = true, .times_all = true, .sweep = {__VA_ARGS__},  \
    }
#define BYTES .from = ELEMENT, .to = COLLECTIVE_TO, .unit = ELEMENT
#define PARTS .from = 1, .to = COLLECTIVE_TO, .for_each_rank = true
#define FEW_PARTS PARTS, .is_sparse = true

train_kernels train_arrival_kernels(void)
{
    static const train_kernel kernels[] = {
        KERNEL("broadcast.late", broadcast_late, BYTES, .has_late = true),
        KERNEL("broadcast.staggered", broadcast_staggered, BYTES),
        KERNEL("broadcast.from_last", broadcast_from_last, BYTES),
        KERNEL("broadcast.from_last_apart", broadcast_from_last, BYTES, .is_apart = true),
        KERNEL("allreduce.late", all_reduce_late, BYTES, .has_late = true),
        KERNEL("allreduce.staggered", all_reduce_staggered, BYTES),
        KERNEL("reduce.late", reduce_late, BYTES, .has_late = true),
        KERNEL("reduce.staggered", reduce_staggered, BYTES),
        KERNEL("allgatherv.late", all_gather_late, PARTS, .has_late = true),
        KERNEL("allgatherv.staggered", all_gather_staggered, PARTS),
        KERNEL("alltoall.late", all_to_all_late, FEW_PARTS, .has_late = true),
        KERNEL("alltoall.staggered", all_to_all_staggered, FEW_PARTS),
        KERNEL("alltoallv.late", all_to_all_parts_late, FEW_PARTS, .has_late = true),
        KERNEL("alltoallv.staggered", all_to_all_parts_staggered, FEW_PARTS),
        KERNEL("gather.late", gather_late, FEW_PARTS, .has_late = true),
        KERNEL("gather.staggered", gather_staggered, FEW_PARTS),
        KERNEL("scatter.late", scatter_late, FEW_PARTS, .has_late = true),
        KERNEL("scatter.staggered", scatter_staggered, FEW_PARTS),
        KERNEL("barrier.late", barrier_late, .has_late = true),
        KERNEL("barrier.staggered", barrier_staggered, .has_late = false),
    };
    return (train_kernels){(int)(sizeof kernels / sizeof *kernels), kernels};
}
