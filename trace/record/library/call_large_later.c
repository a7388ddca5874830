#include "trace/record/library/mpi4.h"

/* Those that do not wait. */

#if MPI_VERSION >= 4

int MPI_Ibcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
                 MPI_Request *request)
{
    LATER(Ibcast_c, PMPI_Ibcast_c(buffer, count, datatype, root, comm, request));
}

int MPI_Igather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                  MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                  MPI_Request *request)
{
    LATER(Igather_c, PMPI_Igather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                    root, comm, request));
}

int MPI_Igatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   const MPI_Count *recvcounts, const MPI_Aint *displs, MPI_Datatype recvtype,
                   int root, MPI_Comm comm, MPI_Request *request)
{
    LATER(Igatherv_c, PMPI_Igatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                      recvtype, root, comm, request));
}

int MPI_Iscatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                   MPI_Request *request)
{
    LATER(Iscatter_c, PMPI_Iscatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                      root, comm, request));
}

int MPI_Iscatterv_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *displs,
                    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    LATER(Iscatterv_c, PMPI_Iscatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
                                        recvtype, root, comm, request));
}

int MPI_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                     MPI_Request *request)
{
    LATER(Iallgather_c, PMPI_Iallgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                          recvtype, comm, request));
}

int MPI_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, const MPI_Count *recvcounts, const MPI_Aint *displs,
                      MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    LATER(Iallgatherv_c, PMPI_Iallgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                            displs, recvtype, comm, request));
}

int MPI_Ialltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    LATER(Ialltoall_c, PMPI_Ialltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                        comm, request));
}

int MPI_Ialltoallv_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *sdispls,
                     MPI_Datatype sendtype, void *recvbuf, const MPI_Count *recvcounts,
                     const MPI_Aint *rdispls, MPI_Datatype recvtype, MPI_Comm comm,
                     MPI_Request *request)
{
    LATER(Ialltoallv_c, PMPI_Ialltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                          recvcounts, rdispls, recvtype, comm, request));
}

int MPI_Ialltoallw_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *sdispls,
                     const MPI_Datatype *sendtypes, void *recvbuf, const MPI_Count *recvcounts,
                     const MPI_Aint *rdispls, const MPI_Datatype *recvtypes, MPI_Comm comm,
                     MPI_Request *request)
{
    LATER(Ialltoallw_c, PMPI_Ialltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                          recvcounts, rdispls, recvtypes, comm, request));
}

int MPI_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    LATER(Iallreduce_c, PMPI_Iallreduce_c(sendbuf, recvbuf, count, datatype, op, comm, request));
}

int MPI_Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                  MPI_Op op, int root, MPI_Comm comm, MPI_Request *request)
{
    LATER(Ireduce_c, PMPI_Ireduce_c(sendbuf, recvbuf, count, datatype, op, root, comm, request));
}

int MPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count *recvcounts,
                          MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    LATER(Ireduce_scatter_c,
          PMPI_Ireduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm, request));
}

int MPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                                MPI_Request *request)
{
    LATER(Ireduce_scatter_block_c,
          PMPI_Ireduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm, request));
}

int MPI_Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    LATER(Iscan_c, PMPI_Iscan_c(sendbuf, recvbuf, count, datatype, op, comm, request));
}

int MPI_Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                  MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    LATER(Iexscan_c, PMPI_Iexscan_c(sendbuf, recvbuf, count, datatype, op, comm, request));
}

int MPI_Ineighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                              void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                              MPI_Comm comm, MPI_Request *request)
{
    LATER(Ineighbor_allgather_c, PMPI_Ineighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf,
                                                            recvcount, recvtype, comm, request));
}

int MPI_Ineighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                               void *recvbuf, const MPI_Count *recvcounts, const MPI_Aint *displs,
                               MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    LATER(Ineighbor_allgatherv_c,
          PMPI_Ineighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                      recvtype, comm, request));
}

int MPI_Ineighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                             void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                             MPI_Comm comm, MPI_Request *request)
{
    LATER(Ineighbor_alltoall_c, PMPI_Ineighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf,
                                                          recvcount, recvtype, comm, request));
}

int MPI_Ineighbor_alltoallv_c(const void *sendbuf, const MPI_Count *sendcounts,
                              const MPI_Aint *sdispls, MPI_Datatype sendtype, void *recvbuf,
                              const MPI_Count *recvcounts, const MPI_Aint *rdispls,
                              MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    LATER(Ineighbor_alltoallv_c,
          PMPI_Ineighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                     rdispls, recvtype, comm, request));
}

int MPI_Ineighbor_alltoallw_c(const void *sendbuf, const MPI_Count *sendcounts,
                              const MPI_Aint *sdispls, const MPI_Datatype *sendtypes, void *recvbuf,
                              const MPI_Count *recvcounts, const MPI_Aint *rdispls,
                              const MPI_Datatype *recvtypes, MPI_Comm comm, MPI_Request *request)
{
    LATER(Ineighbor_alltoallw_c,
          PMPI_Ineighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                     rdispls, recvtypes, comm, request));
}

#endif
