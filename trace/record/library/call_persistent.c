#include "trace/record/library/mpi4.h"

/* Collectives that are made once and started often; and messages that MPI 4 has added. */

#if MPI_VERSION >= 4

int MPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Barrier_init, PMPI_Barrier_init(comm, info, request));
}

int MPI_Bcast_init(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
                   MPI_Info info, MPI_Request *request)
{
    NOW(Bcast_init, PMPI_Bcast_init(buffer, count, datatype, root, comm, info, request));
}

int MPI_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                    MPI_Request *request)
{
    NOW(Gather_init, PMPI_Gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                      root, comm, info, request));
}

int MPI_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     const int *recvcounts, const int *displs, MPI_Datatype recvtype, int root,
                     MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Gatherv_init, PMPI_Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                        recvtype, root, comm, info, request));
}

int MPI_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                     MPI_Request *request)
{
    NOW(Scatter_init, PMPI_Scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                        root, comm, info, request));
}

int MPI_Scatterv_init(const void *sendbuf, const int *sendcounts, const int *displs,
                      MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                      int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Scatterv_init, PMPI_Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
                                          recvtype, root, comm, info, request));
}

int MPI_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                       int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                       MPI_Request *request)
{
    NOW(Allgather_init, PMPI_Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                            recvtype, comm, info, request));
}

int MPI_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        const int *recvcounts, const int *displs, MPI_Datatype recvtype,
                        MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Allgatherv_init, PMPI_Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                              displs, recvtype, comm, info, request));
}

int MPI_Alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                      int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request)
{
    NOW(Alltoall_init, PMPI_Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                          recvtype, comm, info, request));
}

int MPI_Alltoallv_init(const void *sendbuf, const int *sendcounts, const int *sdispls,
                       MPI_Datatype sendtype, void *recvbuf, const int *recvcounts,
                       const int *rdispls, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                       MPI_Request *request)
{
    NOW(Alltoallv_init, PMPI_Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                            recvcounts, rdispls, recvtype, comm, info, request));
}

int MPI_Alltoallw_init(const void *sendbuf, const int *sendcounts, const int *sdispls,
                       const MPI_Datatype *sendtypes, void *recvbuf, const int *recvcounts,
                       const int *rdispls, const MPI_Datatype *recvtypes, MPI_Comm comm,
                       MPI_Info info, MPI_Request *request)
{
    NOW(Alltoallw_init, PMPI_Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                            recvcounts, rdispls, recvtypes, comm, info, request));
}

int MPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                       MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Allreduce_init,
        PMPI_Allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request));
}

int MPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                    int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Reduce_init,
        PMPI_Reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info, request));
}

int MPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int *recvcounts,
                            MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                            MPI_Request *request)
{
    NOW(Reduce_scatter_init,
        PMPI_Reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request));
}

int MPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount,
                                  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                  MPI_Request *request)
{
    NOW(Reduce_scatter_block_init,
        PMPI_Reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm, info,
                                       request));
}

int MPI_Scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Scan_init, PMPI_Scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request));
}

int MPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                    MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Exscan_init, PMPI_Exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request));
}

int MPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                                MPI_Info info, MPI_Request *request)
{
    NOW(Neighbor_allgather_init,
        PMPI_Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                     comm, info, request));
}

int MPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                 void *recvbuf, const int *recvcounts, const int *displs,
                                 MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                 MPI_Request *request)
{
    NOW(Neighbor_allgatherv_init,
        PMPI_Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                      recvtype, comm, info, request));
}

int MPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                               void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                               MPI_Info info, MPI_Request *request)
{
    NOW(Neighbor_alltoall_init,
        PMPI_Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                    comm, info, request));
}

int MPI_Neighbor_alltoallv_init(const void *sendbuf, const int *sendcounts, const int *sdispls,
                                MPI_Datatype sendtype, void *recvbuf, const int *recvcounts,
                                const int *rdispls, MPI_Datatype recvtype, MPI_Comm comm,
                                MPI_Info info, MPI_Request *request)
{
    NOW(Neighbor_alltoallv_init,
        PMPI_Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                     rdispls, recvtype, comm, info, request));
}

int MPI_Neighbor_alltoallw_init(const void *sendbuf, const int *sendcounts, const MPI_Aint *sdispls,
                                const MPI_Datatype *sendtypes, void *recvbuf, const int *recvcounts,
                                const MPI_Aint *rdispls, const MPI_Datatype *recvtypes,
                                MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Neighbor_alltoallw_init,
        PMPI_Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                     rdispls, recvtypes, comm, info, request));
}

int MPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                  void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                  MPI_Comm comm, MPI_Request *request)
{
    LATER(Isendrecv, PMPI_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                                    recvtype, source, recvtag, comm, request));
}

int MPI_Isendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
                    int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                    int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
    LATER(Isendrecv_c, PMPI_Isendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,
                                        recvcount, recvtype, source, recvtag, comm, request));
}

int MPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag,
                          int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
    LATER(Isendrecv_replace, PMPI_Isendrecv_replace(buf, count, datatype, dest, sendtag, source,
                                                    recvtag, comm, request));
}

int MPI_Isendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest,
                            int sendtag, int source, int recvtag, MPI_Comm comm,
                            MPI_Request *request)
{
    LATER(Isendrecv_replace_c, PMPI_Isendrecv_replace_c(buf, count, datatype, dest, sendtag, source,
                                                        recvtag, comm, request));
}

int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request)
{
    LATER(Comm_idup_with_info, PMPI_Comm_idup_with_info(comm, info, newcomm, request));
}

int MPI_Psend_init(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype,
                   int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Psend_init,
        PMPI_Psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request));
}

int MPI_Precv_init(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest,
                   int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    NOW(Precv_init,
        PMPI_Precv_init(buf, partitions, count, datatype, dest, tag, comm, info, request));
}

int MPI_Pready(int partition, MPI_Request request)
{
    NOW(Pready, PMPI_Pready(partition, request));
}

int MPI_Pready_range(int partition_low, int partition_high, MPI_Request request)
{
    NOW(Pready_range, PMPI_Pready_range(partition_low, partition_high, request));
}

int MPI_Pready_list(int length, int *array_of_partitions, MPI_Request request)
{
    NOW(Pready_list, PMPI_Pready_list(length, array_of_partitions, request));
}

int MPI_Parrived(MPI_Request request, int partition, int *flag)
{
    NOW(Parrived, PMPI_Parrived(request, partition, flag));
}

int MPI_Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info,
                               MPI_Errhandler errhandler, MPI_Comm *newcomm)
{
    NOW(Comm_create_from_group,
        PMPI_Comm_create_from_group(group, stringtag, info, errhandler, newcomm));
}

int MPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader,
                                     MPI_Group remote_group, int remote_leader,
                                     const char *stringtag, MPI_Info info,
                                     MPI_Errhandler errhandler, MPI_Comm *newintercomm)
{
    NOW(Intercomm_create_from_groups,
        PMPI_Intercomm_create_from_groups(local_group, local_leader, remote_group, remote_leader,
                                          stringtag, info, errhandler, newintercomm));
}

#endif
