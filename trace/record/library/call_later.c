/* Collectives that are begun and waited for afterwards, and those among neighbours: their calls are
 * in the trace, what they exchange is not. */

#include "trace/record/library/mpi_recorder.h"

/* A handle of theirs may be one of a message, too. */
#define LATER(name, what, call)                                                                    \
    if (!record_begin(CALL_##name))                                                                \
        return call;                                                                               \
    record_unseen(what);                                                                           \
    const int code = call;                                                                         \
    if (code == MPI_SUCCESS)                                                                       \
        record_request_keep(*request, &(record_request_state){.kind = REQUEST_SILENT});            \
    record_end(CALL_##name);                                                                       \
    return code

#define NOW(name, call)                                                                            \
    if (!record_begin(CALL_##name))                                                                \
        return call;                                                                               \
    record_unseen(RAW_NEIGHBOURS);                                                                 \
    const int code = call;                                                                         \
    record_end(CALL_##name);                                                                       \
    return code

int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request)
{
    LATER(Ibarrier, RAW_LATER, PMPI_Ibarrier(comm, request));
}

int MPI_Ibcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
               MPI_Request *request)
{
    LATER(Ibcast, RAW_LATER, PMPI_Ibcast(buffer, count, type, root, comm, request));
}

int MPI_Igather(const void *out, int out_count, MPI_Datatype out_type, void *in, int in_count,
                MPI_Datatype in_type, int root, MPI_Comm comm, MPI_Request *request)
{
    LATER(Igather, RAW_LATER,
          PMPI_Igather(out, out_count, out_type, in, in_count, in_type, root, comm, request));
}

int MPI_Igatherv(const void *out, int out_count, MPI_Datatype out_type, void *in,
                 const int *in_counts, const int *places, MPI_Datatype in_type, int root,
                 MPI_Comm comm, MPI_Request *request)
{
    LATER(Igatherv, RAW_LATER,
          PMPI_Igatherv(out, out_count, out_type, in, in_counts, places, in_type, root, comm,
                        request));
}

int MPI_Iscatter(const void *out, int out_count, MPI_Datatype out_type, void *in, int in_count,
                 MPI_Datatype in_type, int root, MPI_Comm comm, MPI_Request *request)
{
    LATER(Iscatter, RAW_LATER,
          PMPI_Iscatter(out, out_count, out_type, in, in_count, in_type, root, comm, request));
}

int MPI_Iscatterv(const void *out, const int *out_counts, const int *places, MPI_Datatype out_type,
                  void *in, int in_count, MPI_Datatype in_type, int root, MPI_Comm comm,
                  MPI_Request *request)
{
    LATER(Iscatterv, RAW_LATER,
          PMPI_Iscatterv(out, out_counts, places, out_type, in, in_count, in_type, root, comm,
                         request));
}

int MPI_Iallgather(const void *out, int out_count, MPI_Datatype out_type, void *in, int in_count,
                   MPI_Datatype in_type, MPI_Comm comm, MPI_Request *request)
{
    LATER(Iallgather, RAW_LATER,
          PMPI_Iallgather(out, out_count, out_type, in, in_count, in_type, comm, request));
}

int MPI_Iallgatherv(const void *out, int out_count, MPI_Datatype out_type, void *in,
                    const int *in_counts, const int *places, MPI_Datatype in_type, MPI_Comm comm,
                    MPI_Request *request)
{
    LATER(
        Iallgatherv, RAW_LATER,
        PMPI_Iallgatherv(out, out_count, out_type, in, in_counts, places, in_type, comm, request));
}

int MPI_Ialltoall(const void *out, int out_count, MPI_Datatype out_type, void *in, int in_count,
                  MPI_Datatype in_type, MPI_Comm comm, MPI_Request *request)
{
    LATER(Ialltoall, RAW_LATER,
          PMPI_Ialltoall(out, out_count, out_type, in, in_count, in_type, comm, request));
}

int MPI_Ialltoallv(const void *out, const int *out_counts, const int *out_places,
                   MPI_Datatype out_type, void *in, const int *in_counts, const int *in_places,
                   MPI_Datatype in_type, MPI_Comm comm, MPI_Request *request)
{
    LATER(Ialltoallv, RAW_LATER,
          PMPI_Ialltoallv(out, out_counts, out_places, out_type, in, in_counts, in_places, in_type,
                          comm, request));
}

int MPI_Ialltoallw(const void *out, const int *out_counts, const int *out_places,
                   const MPI_Datatype *out_types, void *in, const int *in_counts,
                   const int *in_places, const MPI_Datatype *in_types, MPI_Comm comm,
                   MPI_Request *request)
{
    LATER(Ialltoallw, RAW_LATER,
          PMPI_Ialltoallw(out, out_counts, out_places, out_types, in, in_counts, in_places,
                          in_types, comm, request));
}

int MPI_Iallreduce(const void *out, void *in, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm, MPI_Request *request)
{
    LATER(Iallreduce, RAW_LATER, PMPI_Iallreduce(out, in, count, type, op, comm, request));
}

int MPI_Ireduce(const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, int root,
                MPI_Comm comm, MPI_Request *request)
{
    LATER(Ireduce, RAW_LATER, PMPI_Ireduce(out, in, count, type, op, root, comm, request));
}

int MPI_Ireduce_scatter(const void *out, void *in, const int *counts, MPI_Datatype type, MPI_Op op,
                        MPI_Comm comm, MPI_Request *request)
{
    LATER(Ireduce_scatter, RAW_LATER,
          PMPI_Ireduce_scatter(out, in, counts, type, op, comm, request));
}

int MPI_Ireduce_scatter_block(const void *out, void *in, int count, MPI_Datatype type, MPI_Op op,
                              MPI_Comm comm, MPI_Request *request)
{
    LATER(Ireduce_scatter_block, RAW_LATER,
          PMPI_Ireduce_scatter_block(out, in, count, type, op, comm, request));
}

int MPI_Iscan(const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
              MPI_Request *request)
{
    LATER(Iscan, RAW_LATER, PMPI_Iscan(out, in, count, type, op, comm, request));
}

int MPI_Iexscan(const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                MPI_Request *request)
{
    LATER(Iexscan, RAW_LATER, PMPI_Iexscan(out, in, count, type, op, comm, request));
}

int MPI_Neighbor_allgather(const void *out, int out_count, MPI_Datatype out_type, void *in,
                           int in_count, MPI_Datatype in_type, MPI_Comm comm)
{
    NOW(Neighbor_allgather,
        PMPI_Neighbor_allgather(out, out_count, out_type, in, in_count, in_type, comm));
}

int MPI_Neighbor_allgatherv(const void *out, int out_count, MPI_Datatype out_type, void *in,
                            const int *in_counts, const int *places, MPI_Datatype in_type,
                            MPI_Comm comm)
{
    NOW(Neighbor_allgatherv,
        PMPI_Neighbor_allgatherv(out, out_count, out_type, in, in_counts, places, in_type, comm));
}

int MPI_Neighbor_alltoall(const void *out, int out_count, MPI_Datatype out_type, void *in,
                          int in_count, MPI_Datatype in_type, MPI_Comm comm)
{
    NOW(Neighbor_alltoall,
        PMPI_Neighbor_alltoall(out, out_count, out_type, in, in_count, in_type, comm));
}

int MPI_Neighbor_alltoallv(const void *out, const int *out_counts, const int *out_places,
                           MPI_Datatype out_type, void *in, const int *in_counts,
                           const int *in_places, MPI_Datatype in_type, MPI_Comm comm)
{
    NOW(Neighbor_alltoallv, PMPI_Neighbor_alltoallv(out, out_counts, out_places, out_type, in,
                                                    in_counts, in_places, in_type, comm));
}

int MPI_Neighbor_alltoallw(const void *out, const int *out_counts, const MPI_Aint *out_places,
                           const MPI_Datatype *out_types, void *in, const int *in_counts,
                           const MPI_Aint *in_places, const MPI_Datatype *in_types, MPI_Comm comm)
{
    NOW(Neighbor_alltoallw, PMPI_Neighbor_alltoallw(out, out_counts, out_places, out_types, in,
                                                    in_counts, in_places, in_types, comm));
}

#ifndef SMPI_H /* it has none of these */

int MPI_Ineighbor_allgather(const void *out, int out_count, MPI_Datatype out_type, void *in,
                            int in_count, MPI_Datatype in_type, MPI_Comm comm, MPI_Request *request)
{
    LATER(Ineighbor_allgather, RAW_NEIGHBOURS,
          PMPI_Ineighbor_allgather(out, out_count, out_type, in, in_count, in_type, comm, request));
}

int MPI_Ineighbor_allgatherv(const void *out, int out_count, MPI_Datatype out_type, void *in,
                             const int *in_counts, const int *places, MPI_Datatype in_type,
                             MPI_Comm comm, MPI_Request *request)
{
    LATER(Ineighbor_allgatherv, RAW_NEIGHBOURS,
          PMPI_Ineighbor_allgatherv(out, out_count, out_type, in, in_counts, places, in_type, comm,
                                    request));
}

int MPI_Ineighbor_alltoall(const void *out, int out_count, MPI_Datatype out_type, void *in,
                           int in_count, MPI_Datatype in_type, MPI_Comm comm, MPI_Request *request)
{
    LATER(Ineighbor_alltoall, RAW_NEIGHBOURS,
          PMPI_Ineighbor_alltoall(out, out_count, out_type, in, in_count, in_type, comm, request));
}

int MPI_Ineighbor_alltoallv(const void *out, const int *out_counts, const int *out_places,
                            MPI_Datatype out_type, void *in, const int *in_counts,
                            const int *in_places, MPI_Datatype in_type, MPI_Comm comm,
                            MPI_Request *request)
{
    LATER(Ineighbor_alltoallv, RAW_NEIGHBOURS,
          PMPI_Ineighbor_alltoallv(out, out_counts, out_places, out_type, in, in_counts, in_places,
                                   in_type, comm, request));
}

int MPI_Ineighbor_alltoallw(const void *out, const int *out_counts, const MPI_Aint *out_places,
                            const MPI_Datatype *out_types, void *in, const int *in_counts,
                            const MPI_Aint *in_places, const MPI_Datatype *in_types, MPI_Comm comm,
                            MPI_Request *request)
{
    LATER(Ineighbor_alltoallw, RAW_NEIGHBOURS,
          PMPI_Ineighbor_alltoallw(out, out_counts, out_places, out_types, in, in_counts, in_places,
                                   in_types, comm, request));
}

#endif
