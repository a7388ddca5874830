/* What a loop sums up is combined after it: MPI would combine four copies. */
#include <stdio.h>
#if __has_include(<mpi.h>)
#include <mpi.h>
#else
#define MPI_COMM_WORLD 0
#define MPI_DOUBLE 8
#define MPI_SUM 0
#define MPI_Init(argc, argv)
#define MPI_Finalize()
#define MPI_Comm_rank(comm, rank) (*(rank) = 0)
#define MPI_Allreduce(from, to, count, type, op, comm) (*(to) = *(from))
#define MPI_Bcast(buffer, count, type, root, comm)
#endif
#define N 100
double a[N];
#pragma hpf processors p(4)
#pragma hpf distribute a(block) onto p

int main(int argc, char **argv)
{
    int rank;
    double s, total = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < 3; k++) {
        s = 0.0;
#pragma hpf independent, reduction(+:s)
        for (int i = 0; i < N; i++) {
            a[i] = i + k * total;
            s += a[i];
        }
        MPI_Allreduce(&s, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Bcast(&total, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.1f\n", total);
    MPI_Finalize();
    return 0;
}
