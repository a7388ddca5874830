/* What all ranks of a group do together. Bytes are those of the message of
 * machine files (docs/machines.md): of a gather and an all-gather, what is there
 * in the end; of an all-to-all and a transpose, what a rank has. */

#include "training/train_mpi.h"

enum { ELEMENT = 8 };

static void broadcast(train_group *group, const train_workspace *space, const train_point *point,
                      int64_t iteration)
{
    (void)iteration;
    MPI_Bcast(group->rank == 0 ? space->memory : space->other, (int)point->value[TRAIN_bytes],
              MPI_BYTE, 0, group->comm);
}

static void reduce(train_group *group, const train_workspace *space, const train_point *point,
                   int64_t iteration)
{
    (void)iteration;
    MPI_Reduce(space->memory, space->other, (int)(point->value[TRAIN_bytes] / ELEMENT), MPI_DOUBLE,
               MPI_SUM, 0, group->comm);
}

static void all_reduce(train_group *group, const train_workspace *space, const train_point *point,
                       int64_t iteration)
{
    (void)iteration;
    MPI_Allreduce(space->memory, space->other, (int)(point->value[TRAIN_bytes] / ELEMENT),
                  MPI_DOUBLE, MPI_SUM, group->comm);
}

static int piece(const train_group *group, const train_point *point)
{
    return (int)(point->value[TRAIN_bytes] / group->ranks);
}

static void gather(train_group *group, const train_workspace *space, const train_point *point,
                   int64_t iteration)
{
    (void)iteration;
    const int n = piece(group, point);
    MPI_Gather(space->memory, n, MPI_BYTE, space->other, n, MPI_BYTE, 0, group->comm);
}

static void all_gather(train_group *group, const train_workspace *space, const train_point *point,
                       int64_t iteration)
{
    (void)iteration;
    const int n = piece(group, point);
    MPI_Allgather(space->memory, n, MPI_BYTE, space->other, n, MPI_BYTE, group->comm);
}

/* What generated programs call, as parts may differ; libraries may do it otherwise. */
static void all_gather_parts(train_group *group, const train_workspace *space,
                             const train_point *point, int64_t iteration)
{
    (void)iteration;
    train_all_gather_parts(group, space, piece(group, point));
}

static void all_to_all(train_group *group, const train_workspace *space, const train_point *point,
                       int64_t iteration)
{
    (void)iteration;
    const int n = piece(group, point);
    MPI_Alltoall(space->memory, n, MPI_BYTE, space->other, n, MPI_BYTE, group->comm);
}

static void all_to_all_parts(train_group *group, const train_workspace *space,
                             const train_point *point, int64_t iteration)
{
    (void)iteration;
    train_all_to_all_parts(group, space, piece(group, point));
}

static void scatter(train_group *group, const train_workspace *space, const train_point *point,
                    int64_t iteration)
{
    (void)iteration;
    const int n = piece(group, point);
    MPI_Scatter(space->memory, n, MPI_BYTE, space->other, n, MPI_BYTE, 0, group->comm);
}

/* A rank has rows of P elements; column q goes to rank q. The elements of a
 * column are P apart, so they are copied before they go. */
static void transpose(train_group *group, const train_workspace *space, const train_point *point,
                      int64_t iteration)
{
    (void)iteration;
    const int p = group->ranks, rows = piece(group, point) / ELEMENT;
    const double *array = (const double *)(const void *)space->memory;
    double *columns = (double *)(void *)(space->memory + space->size / 2);
    if (!TRAIN_IS_SIMULATED) {
        for (int64_t q = 0; q < p; q++) {
            for (int64_t i = 0; i < rows; i++)
                columns[q * rows + i] = array[i * p + q];
        }
    }
    MPI_Alltoall(columns, rows, MPI_DOUBLE, space->other, rows, MPI_DOUBLE, group->comm);
}

static void barrier(train_group *group, const train_workspace *space, const train_point *point,
                    int64_t iteration)
{
    (void)space;
    (void)point;
    (void)iteration;
    MPI_Barrier(group->comm);
}

enum { COLLECTIVE_TO = 4 << 20 };

train_kernels train_collective_kernels(void)
{
    static const train_kernel kernels[] = {
        {.name = "broadcast",
         .family = TRAIN_COMMUNICATION,
         .operations = "broadcast:1 clock:1",
         .makes_first = true,
         .communicate = broadcast,
         .has_root = true,
         .sweep = {.from = 1, .to = COLLECTIVE_TO, .per_octave = 2}},
        {.name = "reduce",
         .family = TRAIN_COMMUNICATION,
         .operations = "reduce:1 clock:1",
         .flops = 1.0 / (double)ELEMENT,
         .makes_first = true,
         .communicate = reduce,
         .has_root = true,
         .sweep = {.from = ELEMENT, .to = COLLECTIVE_TO, .unit = ELEMENT, .per_octave = 2}},
        {.name = "allreduce",
         .family = TRAIN_COMMUNICATION,
         .operations = "allreduce:1",
         .flops = 1.0 / (double)ELEMENT,
         .makes_first = true,
         .communicate = all_reduce,
         .sweep = {.from = ELEMENT, .to = COLLECTIVE_TO, .unit = ELEMENT, .per_octave = 2}},
        {.name = "gather",
         .family = TRAIN_COMMUNICATION,
         .operations = "gather:1 clock:1",
         .makes_first = true,
         .communicate = gather,
         .has_root = true,
         .sweep = {.from = 1, .to = COLLECTIVE_TO, .for_each_rank = true}},
        {.name = "allgather",
         .family = TRAIN_COMMUNICATION,
         .operations = "allgather:1",
         .makes_first = true,
         .communicate = all_gather,
         .sweep = {.from = 1, .to = COLLECTIVE_TO, .for_each_rank = true, .per_octave = 2}},
        {.name = "allgatherv",
         .family = TRAIN_COMMUNICATION,
         .operations = "allgather:1",
         .makes_first = true,
         .communicate = all_gather_parts,
         .sweep = {.from = 1, .to = COLLECTIVE_TO, .for_each_rank = true, .per_octave = 2}},
        {.name = "alltoall",
         .family = TRAIN_COMMUNICATION,
         .operations = "alltoall:1",
         .makes_first = true,
         .communicate = all_to_all,
         .sweep = {.from = 1, .to = COLLECTIVE_TO, .for_each_rank = true}},
        {.name = "alltoallv",
         .family = TRAIN_COMMUNICATION,
         .operations = "alltoall:1",
         .communicate = all_to_all_parts,
         .sweep = {.from = 1, .to = COLLECTIVE_TO, .for_each_rank = true, .is_sparse = true}},
        {.name = "scatter",
         .family = TRAIN_COMMUNICATION,
         .operations = "scatter:1 clock:1",
         .communicate = scatter,
         .has_root = true,
         .sweep = {.from = 1, .to = COLLECTIVE_TO, .for_each_rank = true, .is_sparse = true}},
        {.name = "transpose",
         .family = TRAIN_COMMUNICATION,
         .operations = "transpose:1",
         .makes_first = true,
         .communicate = transpose,
         .sweep = {.from = ELEMENT, .to = COLLECTIVE_TO, .unit = ELEMENT, .for_each_rank = true}},
        {.name = "barrier",
         .family = TRAIN_COMMUNICATION,
         .operations = "barrier:1",
         .makes_first = true,
         .communicate = barrier},
    };
    return (train_kernels){(int)(sizeof kernels / sizeof *kernels), kernels};
}
