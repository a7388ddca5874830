/* The sequential program knows nothing of MPI, and uses names that MPI has as well. */
#include <stdio.h>

#ifndef N
#define N 22
#endif

static int a[N];
static int rank = 5, size = 6, comm = 7;

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

static int MPI_rank_of(int i)
{
    return (i + rank) % size;
}

int main(void)
{
    int MPI_Send = 3, MPI_Finalize = 1, status = 9, i, sum = 0;

    for (i = 0; i < N; i++)
        a[i] = MPI_Send * i + MPI_rank_of(i);
    for (i = 0; i < N; i++) {
        status = a[i] % comm;
        a[i] = status + MPI_Finalize;
    }
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("sum %d rank %d size %d\n", sum, rank, size);
    printf("a %d %d %d\n", a[0], a[8], a[N - 1]);
    return 0;
}
