/* How many processes there are, asked of MPI, as a bound, the size of a block and an argument. */
#include <stdio.h>
#if __has_include(<mpi.h>)
#include <mpi.h>
#else
#define MPI_COMM_WORLD 0
#define MPI_Init(argc, argv)
#define MPI_Finalize()
#define MPI_Comm_size(comm, count) (*(count) = 1)
#define MPI_Comm_rank(comm, rank) (*(rank) = 0)
#endif
#define N 48 /* what any count of processes up to 4 divides */
static double a[N], b[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align(i) with T(i)::a, b
static void add(int count)
{
    for (int i = 0; i < N; i++)
        a[i] += 1.0 / count;
}
int main(int argc, char **argv)
{
    int p, me;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    const int chunk = N / p;
    for (int i = 0; i < N; i++)
        a[i] = i;
    for (int q = 0; q < p; q++)
        for (int i = 1; i < chunk * p; i++)
            b[i] = a[i - 1];
    for (int q = 0; q < p; q++)
        add(p);
    double s = 0;
    for (int i = 0; i < chunk * p; i++)
        s += a[i] + b[i];
    if (me == 0)
        printf("%.6f\n", s - N);
    MPI_Finalize();
    return 0;
}
