/* Calls that MPI 4 has added, each between two ranks; says how many, of all, it has made: 0 under
 * an older MPI. */

#include <mpi.h>
#include <stdio.h>

#if MPI_VERSION >= 4
static int make(int rank)
{
    double out = rank, in = 0;
    const int other = 1 - rank;
    MPI_Request request;
    MPI_Comm copy;
    int calls = 0;
    if (rank == 0)
        MPI_Send_c(&out, 1, MPI_DOUBLE, other, 1, MPI_COMM_WORLD);
    else
        MPI_Recv_c(&in, 1, MPI_DOUBLE, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    calls++;
    MPI_Isendrecv(&out, 1, MPI_DOUBLE, other, 2, &in, 1, MPI_DOUBLE, other, 2, MPI_COMM_WORLD,
                  &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    calls++;
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (int i = 0; i < 3; i++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    calls++;
    MPI_Comm_idup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &copy, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&copy);
    calls++;
    MPI_Bcast_c(&out, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    calls++;
    /* A message as ever, whose request may have the handle of one before. */
    MPI_Irecv(&in, 1, MPI_DOUBLE, other, 3, MPI_COMM_WORLD, &request);
    MPI_Send(&out, 1, MPI_DOUBLE, other, 3, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return calls;
}
#endif

int main(int argc, char **argv)
{
    int rank, calls = 0, all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#if MPI_VERSION >= 4
    calls = make(rank);
#endif
    MPI_Reduce(&calls, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", all);
    MPI_Finalize();
    return 0;
}
