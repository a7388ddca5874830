/* samples/pi by hand: each rank has a block of f, and MPI_Reduce adds up. */

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "charge.h"

#ifndef N
#define N 4096
#endif

int main(int argc, char **argv)
{
    const double h = 1.0 / N;
    int rank, size, ok = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    const int first = (int)((long)N * rank / size), end = (int)((long)N * (rank + 1) / size);
    double *f = calloc((size_t)(end - first) + 1, sizeof *f);
    if (!f) {
        fprintf(stderr, "pi: no memory\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    double part = 0.0, sum;
    for (int i = first; i < end; i++) {
        double x = (i + 0.5) * h;
        f[i - first] = 4.0 / (1.0 + x * x);
        part += f[i - first];
    }
    charge("1 loop_iteration; 1 double_add, 1 double_multiply, 1 int_to_float; 1 double_add, "
           "1 double_multiply, 1 double_divide, 1 store; 1 double_add, 1 load",
           end - first);
    MPI_Reduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);

    if (rank == 0) {
        double error = fabs(sum * h - acos(-1.0));
        ok = error < 1.0 / N / N;
        printf("pi: N = %d, %.12f, error %.1e: %s\n", N, sum * h, error, ok ? "ok" : "WRONG");
    }
    free(f);
    MPI_Finalize();
    return rank == 0 && !ok;
}
