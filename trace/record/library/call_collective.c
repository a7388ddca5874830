/* What all ranks of a communicator do together, and wait for. What a rank gives is what its send
 * buffer holds of it, and what it gets what it receives: of a broadcast the root gives a message
 * and the others get one. MPI_IN_PLACE changes neither. */

#include "trace/record/library/mpi_recorder.h"

static uint64_t sum_bytes(const record_comm *c, const int *counts, MPI_Datatype type)
{
    const uint64_t size = record_bytes(1, type);
    uint64_t sum = 0;
    for (int i = 0; i < c->size; i++)
        sum += counts[i] > 0 ? (uint64_t)counts[i] : 0;
    return sum * size;
}

static uint64_t sum_types(const record_comm *c, const int *counts, const MPI_Datatype *types)
{
    uint64_t sum = 0;
    for (int i = 0; i < c->size; i++)
        sum += record_bytes(counts[i], types[i]);
    return sum;
}

/* A call between its events. `root`, `given` and `got` may use `c`, the communicator, and are
 * worked out before the call. */
#define TOGETHER(name, kind, root, given, got, call)                                               \
    if (!record_begin(CALL_##name))                                                                \
        return call;                                                                               \
    const record_comm *c = record_comm_of(comm);                                                   \
    const uint64_t gives = c ? (given) : 0, gets = c ? (got) : 0;                                  \
    const uint32_t number = c ? c->number : 0;                                                     \
    if (c)                                                                                         \
        record_together_begin();                                                                   \
    const int code = call;                                                                         \
    if (c)                                                                                         \
        record_together_end(kind, number, root, gives, gets);                                      \
    record_end(CALL_##name);                                                                       \
    return code

#define ALL (uint64_t) c->size *
#define IF_ROOT(bytes) (c->rank == root ? (bytes) : 0)
#define UNLESS_ROOT(bytes) (c->rank == root ? 0 : (bytes))

int MPI_Barrier(MPI_Comm comm)
{
    TOGETHER(Barrier, TRACE_BARRIER, TRACE_NO_ROOT, 0, 0, PMPI_Barrier(comm));
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    TOGETHER(Bcast, TRACE_BCAST, (uint32_t)root, IF_ROOT(record_bytes(count, type)),
             UNLESS_ROOT(record_bytes(count, type)), PMPI_Bcast(buffer, count, type, root, comm));
}

int MPI_Gather(const void *out, int out_count, MPI_Datatype out_type, void *in, int in_count,
               MPI_Datatype in_type, int root, MPI_Comm comm)
{
    TOGETHER(
        Gather, TRACE_GATHER, (uint32_t)root,
        (out == MPI_IN_PLACE ? record_bytes(in_count, in_type) : record_bytes(out_count, out_type)),
        IF_ROOT(ALL record_bytes(in_count, in_type)),
        PMPI_Gather(out, out_count, out_type, in, in_count, in_type, root, comm));
}

int MPI_Gatherv(const void *out, int out_count, MPI_Datatype out_type, void *in,
                const int *in_counts, const int *places, MPI_Datatype in_type, int root,
                MPI_Comm comm)
{
    TOGETHER(Gatherv, TRACE_GATHERV, (uint32_t)root,
             out == MPI_IN_PLACE ? record_bytes(in_counts[c->rank], in_type)
                                 : record_bytes(out_count, out_type),
             IF_ROOT(sum_bytes(c, in_counts, in_type)),
             PMPI_Gatherv(out, out_count, out_type, in, in_counts, places, in_type, root, comm));
}

int MPI_Scatter(const void *out, int out_count, MPI_Datatype out_type, void *in, int in_count,
                MPI_Datatype in_type, int root, MPI_Comm comm)
{
    TOGETHER(Scatter, TRACE_SCATTER, (uint32_t)root, IF_ROOT(ALL record_bytes(out_count, out_type)),
             in == MPI_IN_PLACE ? record_bytes(out_count, out_type)
                                : record_bytes(in_count, in_type),
             PMPI_Scatter(out, out_count, out_type, in, in_count, in_type, root, comm));
}

int MPI_Scatterv(const void *out, const int *out_counts, const int *places, MPI_Datatype out_type,
                 void *in, int in_count, MPI_Datatype in_type, int root, MPI_Comm comm)
{
    TOGETHER(Scatterv, TRACE_SCATTERV, (uint32_t)root, IF_ROOT(sum_bytes(c, out_counts, out_type)),
             in == MPI_IN_PLACE ? record_bytes(out_counts[c->rank], out_type)
                                : record_bytes(in_count, in_type),
             PMPI_Scatterv(out, out_counts, places, out_type, in, in_count, in_type, root, comm));
}

int MPI_Allgather(const void *out, int out_count, MPI_Datatype out_type, void *in, int in_count,
                  MPI_Datatype in_type, MPI_Comm comm)
{
    TOGETHER(
        Allgather, TRACE_ALLGATHER, TRACE_NO_ROOT,
        (out == MPI_IN_PLACE ? record_bytes(in_count, in_type) : record_bytes(out_count, out_type)),
        ALL record_bytes(in_count, in_type),
        PMPI_Allgather(out, out_count, out_type, in, in_count, in_type, comm));
}

int MPI_Allgatherv(const void *out, int out_count, MPI_Datatype out_type, void *in,
                   const int *in_counts, const int *places, MPI_Datatype in_type, MPI_Comm comm)
{
    TOGETHER(Allgatherv, TRACE_ALLGATHERV, TRACE_NO_ROOT,
             out == MPI_IN_PLACE ? record_bytes(in_counts[c->rank], in_type)
                                 : record_bytes(out_count, out_type),
             sum_bytes(c, in_counts, in_type),
             PMPI_Allgatherv(out, out_count, out_type, in, in_counts, places, in_type, comm));
}

int MPI_Alltoall(const void *out, int out_count, MPI_Datatype out_type, void *in, int in_count,
                 MPI_Datatype in_type, MPI_Comm comm)
{
    TOGETHER(Alltoall, TRACE_ALLTOALL, TRACE_NO_ROOT,
             ALL(out == MPI_IN_PLACE ? record_bytes(in_count, in_type)
                                     : record_bytes(out_count, out_type)),
             ALL record_bytes(in_count, in_type),
             PMPI_Alltoall(out, out_count, out_type, in, in_count, in_type, comm));
}

int MPI_Alltoallv(const void *out, const int *out_counts, const int *out_places,
                  MPI_Datatype out_type, void *in, const int *in_counts, const int *in_places,
                  MPI_Datatype in_type, MPI_Comm comm)
{
    TOGETHER(Alltoallv, TRACE_ALLTOALLV, TRACE_NO_ROOT,
             out == MPI_IN_PLACE ? sum_bytes(c, in_counts, in_type)
                                 : sum_bytes(c, out_counts, out_type),
             sum_bytes(c, in_counts, in_type),
             PMPI_Alltoallv(out, out_counts, out_places, out_type, in, in_counts, in_places,
                            in_type, comm));
}

int MPI_Alltoallw(const void *out, const int *out_counts, const int *out_places,
                  const MPI_Datatype *out_types, void *in, const int *in_counts,
                  const int *in_places, const MPI_Datatype *in_types, MPI_Comm comm)
{
    TOGETHER(Alltoallw, TRACE_ALLTOALLW, TRACE_NO_ROOT,
             out == MPI_IN_PLACE ? sum_types(c, in_counts, in_types)
                                 : sum_types(c, out_counts, out_types),
             sum_types(c, in_counts, in_types),
             PMPI_Alltoallw(out, out_counts, out_places, out_types, in, in_counts, in_places,
                            in_types, comm));
}

int MPI_Allreduce(const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    TOGETHER(Allreduce, TRACE_ALLREDUCE, TRACE_NO_ROOT, record_bytes(count, type),
             record_bytes(count, type), PMPI_Allreduce(out, in, count, type, op, comm));
}

int MPI_Reduce(const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm)
{
    TOGETHER(Reduce, TRACE_REDUCE, (uint32_t)root, record_bytes(count, type),
             IF_ROOT(record_bytes(count, type)), PMPI_Reduce(out, in, count, type, op, root, comm));
}

int MPI_Reduce_scatter(const void *out, void *in, const int *counts, MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm)
{
    TOGETHER(Reduce_scatter, TRACE_REDUCE_SCATTER, TRACE_NO_ROOT, sum_bytes(c, counts, type),
             record_bytes(counts[c->rank], type),
             PMPI_Reduce_scatter(out, in, counts, type, op, comm));
}

int MPI_Reduce_scatter_block(const void *out, void *in, int count, MPI_Datatype type, MPI_Op op,
                             MPI_Comm comm)
{
    TOGETHER(Reduce_scatter_block, TRACE_REDUCE_SCATTER_BLOCK, TRACE_NO_ROOT,
             ALL record_bytes(count, type), record_bytes(count, type),
             PMPI_Reduce_scatter_block(out, in, count, type, op, comm));
}

int MPI_Scan(const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    TOGETHER(Scan, TRACE_SCAN, TRACE_NO_ROOT, record_bytes(count, type), record_bytes(count, type),
             PMPI_Scan(out, in, count, type, op, comm));
}

int MPI_Exscan(const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    TOGETHER(Exscan, TRACE_EXSCAN, TRACE_NO_ROOT, record_bytes(count, type),
             c->rank == 0 ? 0 : record_bytes(count, type),
             PMPI_Exscan(out, in, count, type, op, comm));
}
