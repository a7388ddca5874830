#include "trace/record/library/mpi4.h"

/* Collectives with counts beyond an int. */

#if MPI_VERSION >= 4

int MPI_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    NOW(Bcast_c, PMPI_Bcast_c(buffer, count, datatype, root, comm));
}

int MPI_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                 MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    NOW(Gather_c,
        PMPI_Gather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm));
}

int MPI_Gatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                  const MPI_Count *recvcounts, const MPI_Aint *displs, MPI_Datatype recvtype,
                  int root, MPI_Comm comm)
{
    NOW(Gatherv_c, PMPI_Gatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                  recvtype, root, comm));
}

int MPI_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                  MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    NOW(Scatter_c,
        PMPI_Scatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm));
}

int MPI_Scatterv_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *displs,
                   MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                   int root, MPI_Comm comm)
{
    NOW(Scatterv_c, PMPI_Scatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
                                    recvtype, root, comm));
}

int MPI_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    NOW(Allgather_c,
        PMPI_Allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
}

int MPI_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     const MPI_Count *recvcounts, const MPI_Aint *displs, MPI_Datatype recvtype,
                     MPI_Comm comm)
{
    NOW(Allgatherv_c, PMPI_Allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                        recvtype, comm));
}

int MPI_Alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    NOW(Alltoall_c,
        PMPI_Alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
}

int MPI_Alltoallv_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *sdispls,
                    MPI_Datatype sendtype, void *recvbuf, const MPI_Count *recvcounts,
                    const MPI_Aint *rdispls, MPI_Datatype recvtype, MPI_Comm comm)
{
    NOW(Alltoallv_c, PMPI_Alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                      rdispls, recvtype, comm));
}

int MPI_Alltoallw_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *sdispls,
                    const MPI_Datatype *sendtypes, void *recvbuf, const MPI_Count *recvcounts,
                    const MPI_Aint *rdispls, const MPI_Datatype *recvtypes, MPI_Comm comm)
{
    NOW(Alltoallw_c, PMPI_Alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                      rdispls, recvtypes, comm));
}

int MPI_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                    MPI_Op op, MPI_Comm comm)
{
    NOW(Allreduce_c, PMPI_Allreduce_c(sendbuf, recvbuf, count, datatype, op, comm));
}

int MPI_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                 MPI_Op op, int root, MPI_Comm comm)
{
    NOW(Reduce_c, PMPI_Reduce_c(sendbuf, recvbuf, count, datatype, op, root, comm));
}

int MPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count *recvcounts,
                         MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    NOW(Reduce_scatter_c, PMPI_Reduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm));
}

int MPI_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    NOW(Reduce_scatter_block_c,
        PMPI_Reduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm));
}

int MPI_Scan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
               MPI_Op op, MPI_Comm comm)
{
    NOW(Scan_c, PMPI_Scan_c(sendbuf, recvbuf, count, datatype, op, comm));
}

int MPI_Exscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                 MPI_Op op, MPI_Comm comm)
{
    NOW(Exscan_c, PMPI_Exscan_c(sendbuf, recvbuf, count, datatype, op, comm));
}

int MPI_Neighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                             void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                             MPI_Comm comm)
{
    NOW(Neighbor_allgather_c, PMPI_Neighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf,
                                                        recvcount, recvtype, comm));
}

int MPI_Neighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                              void *recvbuf, const MPI_Count *recvcounts, const MPI_Aint *displs,
                              MPI_Datatype recvtype, MPI_Comm comm)
{
    NOW(Neighbor_allgatherv_c, PMPI_Neighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf,
                                                          recvcounts, displs, recvtype, comm));
}

int MPI_Neighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                            void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                            MPI_Comm comm)
{
    NOW(Neighbor_alltoall_c,
        PMPI_Neighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
}

int MPI_Neighbor_alltoallv_c(const void *sendbuf, const MPI_Count *sendcounts,
                             const MPI_Aint *sdispls, MPI_Datatype sendtype, void *recvbuf,
                             const MPI_Count *recvcounts, const MPI_Aint *rdispls,
                             MPI_Datatype recvtype, MPI_Comm comm)
{
    NOW(Neighbor_alltoallv_c,
        PMPI_Neighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                  rdispls, recvtype, comm));
}

int MPI_Neighbor_alltoallw_c(const void *sendbuf, const MPI_Count *sendcounts,
                             const MPI_Aint *sdispls, const MPI_Datatype *sendtypes, void *recvbuf,
                             const MPI_Count *recvcounts, const MPI_Aint *rdispls,
                             const MPI_Datatype *recvtypes, MPI_Comm comm)
{
    NOW(Neighbor_alltoallw_c,
        PMPI_Neighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                  rdispls, recvtypes, comm));
}

#endif
