#include "trace/record/library/mpi4.h"

/* Persistent collectives with counts beyond an int. */

#if MPI_VERSION >= 4

int MPI_Bcast_init_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
                     MPI_Info info, MPI_Request *request)
{
    NOW(Bcast_init_c, PMPI_Bcast_init_c(buffer, count, datatype, root, comm, info, request));
}

int MPI_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                      MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Gather_init_c, PMPI_Gather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                          recvtype, root, comm, info, request));
}

int MPI_Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, const MPI_Count *recvcounts, const MPI_Aint *displs,
                       MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                       MPI_Request *request)
{
    NOW(Gatherv_init_c, PMPI_Gatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                            displs, recvtype, root, comm, info, request));
}

int MPI_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                       MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Scatter_init_c, PMPI_Scatter_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                            recvtype, root, comm, info, request));
}

int MPI_Scatterv_init_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *displs,
                        MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                        MPI_Request *request)
{
    NOW(Scatterv_init_c, PMPI_Scatterv_init_c(sendbuf, sendcounts, displs, sendtype, recvbuf,
                                              recvcount, recvtype, root, comm, info, request));
}

int MPI_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                         void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                         MPI_Info info, MPI_Request *request)
{
    NOW(Allgather_init_c, PMPI_Allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                                recvtype, comm, info, request));
}

int MPI_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                          void *recvbuf, const MPI_Count *recvcounts, const MPI_Aint *displs,
                          MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Allgatherv_init_c, PMPI_Allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                                  displs, recvtype, comm, info, request));
}

int MPI_Alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                        void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                        MPI_Info info, MPI_Request *request)
{
    NOW(Alltoall_init_c, PMPI_Alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                              recvtype, comm, info, request));
}

int MPI_Alltoallv_init_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *sdispls,
                         MPI_Datatype sendtype, void *recvbuf, const MPI_Count *recvcounts,
                         const MPI_Aint *rdispls, MPI_Datatype recvtype, MPI_Comm comm,
                         MPI_Info info, MPI_Request *request)
{
    NOW(Alltoallv_init_c,
        PMPI_Alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                              recvtype, comm, info, request));
}

int MPI_Alltoallw_init_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *sdispls,
                         const MPI_Datatype *sendtypes, void *recvbuf, const MPI_Count *recvcounts,
                         const MPI_Aint *rdispls, const MPI_Datatype *recvtypes, MPI_Comm comm,
                         MPI_Info info, MPI_Request *request)
{
    NOW(Alltoallw_init_c,
        PMPI_Alltoallw_init_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
                              recvtypes, comm, info, request));
}

int MPI_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                         MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Allreduce_init_c,
        PMPI_Allreduce_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request));
}

int MPI_Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                      MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Reduce_init_c,
        PMPI_Reduce_init_c(sendbuf, recvbuf, count, datatype, op, root, comm, info, request));
}

int MPI_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count *recvcounts,
                              MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                              MPI_Request *request)
{
    NOW(Reduce_scatter_init_c, PMPI_Reduce_scatter_init_c(sendbuf, recvbuf, recvcounts, datatype,
                                                          op, comm, info, request));
}

int MPI_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                    MPI_Request *request)
{
    NOW(Reduce_scatter_block_init_c,
        PMPI_Reduce_scatter_block_init_c(sendbuf, recvbuf, recvcount, datatype, op, comm, info,
                                         request));
}

int MPI_Scan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                    MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Scan_init_c, PMPI_Scan_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request));
}

int MPI_Exscan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                      MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Exscan_init_c,
        PMPI_Exscan_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request));
}

int MPI_Neighbor_allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                  void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                                  MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Neighbor_allgather_init_c,
        PMPI_Neighbor_allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                       comm, info, request));
}

int MPI_Neighbor_allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                   void *recvbuf, const MPI_Count *recvcounts,
                                   const MPI_Aint *displs, MPI_Datatype recvtype, MPI_Comm comm,
                                   MPI_Info info, MPI_Request *request)
{
    NOW(Neighbor_allgatherv_init_c,
        PMPI_Neighbor_allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                        recvtype, comm, info, request));
}

int MPI_Neighbor_alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                 void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                                 MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Neighbor_alltoall_init_c,
        PMPI_Neighbor_alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                      comm, info, request));
}

int MPI_Neighbor_alltoallv_init_c(const void *sendbuf, const MPI_Count *sendcounts,
                                  const MPI_Aint *sdispls, MPI_Datatype sendtype, void *recvbuf,
                                  const MPI_Count *recvcounts, const MPI_Aint *rdispls,
                                  MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                  MPI_Request *request)
{
    NOW(Neighbor_alltoallv_init_c,
        PMPI_Neighbor_alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                       rdispls, recvtype, comm, info, request));
}

int MPI_Neighbor_alltoallw_init_c(const void *sendbuf, const MPI_Count *sendcounts,
                                  const MPI_Aint *sdispls, const MPI_Datatype *sendtypes,
                                  void *recvbuf, const MPI_Count *recvcounts,
                                  const MPI_Aint *rdispls, const MPI_Datatype *recvtypes,
                                  MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Neighbor_alltoallw_init_c,
        PMPI_Neighbor_alltoallw_init_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                       rdispls, recvtypes, comm, info, request));
}

#endif
