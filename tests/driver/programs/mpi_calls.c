/* Collectives of MPI, of 4 processes. What <mpi.h> declares of them, of which this is enough. */
typedef int MPI_Comm, MPI_Datatype, MPI_Op;
#define MPI_COMM_WORLD ((MPI_Comm)1)
#define MPI_DOUBLE ((MPI_Datatype)1)
#define MPI_INT ((MPI_Datatype)2)
#define MPI_SUM ((MPI_Op)1)
#define MPI_IN_PLACE ((void *)-1)
int MPI_Barrier(MPI_Comm);
int MPI_Bcast(void *, int, MPI_Datatype, int, MPI_Comm);
int MPI_Reduce(const void *, void *, int, MPI_Datatype, MPI_Op, int, MPI_Comm);
int MPI_Allreduce(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Gather(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm);
int MPI_Scatter(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm);
int MPI_Allgather(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm);
int MPI_Allgatherv(const void *, int, MPI_Datatype, void *, const int[], const int[], MPI_Datatype,
                   MPI_Comm);
int MPI_Alltoall(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm);
int MPI_Alltoallv(const void *, const int[], const int[], MPI_Datatype, void *, const int[],
                  const int[], MPI_Datatype, MPI_Comm);
#define N 10
#pragma xmp nodes p[4]
#pragma xmp template t[64]
#pragma xmp distribute t[block] onto p
double a[64], s, total, part[N], all[4 * N];
int m[3 * N];
#pragma xmp align a[i] with t[i]
int main(void)
{
    int counts[4] = {1, 0, 3, 4}, at[4] = {0, 1, 1, 4};
#pragma xmp loop (i) on t[i]
    for (int i = 0; i < 64; i++)
        s += a[i];
    for (int k = 0; k < 5; k++)
        MPI_Allreduce(&s, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, part, N, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce(&s, &total, 1, MPI_DOUBLE, MPI_SUM, 2, MPI_COMM_WORLD);
    MPI_Bcast(m, 3 * N, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Gather(part, N, MPI_DOUBLE, all, N, MPI_DOUBLE, 3, MPI_COMM_WORLD);
    MPI_Scatter(all, N, MPI_DOUBLE, part, N, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Alltoall(m, 2, MPI_INT, all, 2, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoallv(m, counts, at, MPI_INT, all, counts, at, MPI_INT, MPI_COMM_WORLD);
    return 0;
}
