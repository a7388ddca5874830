/* Conjugate gradients for the five-point star on a square, by hand (twins/stencil.c is
 * data-parallel): blocks of rows with a halo of one, which MPI_Sendrecv fills, and inner products
 * by MPI_Allreduce. */

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "charge.h"

#ifndef N
#define N 128
#endif

static int rank, size, first, rows; /* local row l is row first - 1 + l */

static double (*allocate(void))[N]
{
    double(*a)[N] = calloc((size_t)rows + 2, sizeof *a);

    if (!a) {
        fprintf(stderr, "stencil: no memory\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return a;
}

static double total(double part)
{
    double sum;

    MPI_Allreduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

static void exchange(double (*p)[N])
{
    const int up = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    const int down = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;

    MPI_Sendrecv(p[1], N, MPI_DOUBLE, up, 0, p[rows + 1], N, MPI_DOUBLE, down, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(p[rows], N, MPI_DOUBLE, down, 1, p[0], N, MPI_DOUBLE, up, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    const int niter = 40;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    first = (int)((long)N * rank / size);
    rows = (int)((long)N * (rank + 1) / size) - first;

    double(*x)[N] = allocate(), (*r)[N] = allocate(), (*p)[N] = allocate(), (*q)[N] = allocate();
    /* The border of the square is zero. */
    const int from = rank == 0 ? 2 : 1, end = rows - (rank == size - 1);
    const double mine = end < from ? 0 : (double)(end - from + 1), points = mine * (N - 2);
    double part = 0.0;

    for (int i = from; i <= end; i++)
        for (int j = 1; j < N - 1; j++) {
            r[i][j] = 1.0 + (first + i - 1 + 2 * j) % 5;
            p[i][j] = r[i][j];
            part += r[i][j] * r[i][j];
        }
    charge("1 loop_setup, 1 loop_iteration", mine);
    charge(
        "1 loop_iteration; 1 int_add, 1 int_multiply, 1 int_divide, 1 int_to_float, 2 double_add, "
        "1 double_multiply, 3 load, 2 store",
        points);
    double rho = total(part);
    const double begun = rho;

    for (int it = 0; it < niter; it++) {
        exchange(p);
        part = 0.0;
        for (int i = from; i <= end; i++)
            for (int j = 1; j < N - 1; j++) {
                q[i][j] = 4.0 * p[i][j] - p[i - 1][j] - p[i + 1][j] - p[i][j - 1] - p[i][j + 1];
                part += p[i][j] * q[i][j];
            }
        charge("1 loop_setup, 1 loop_iteration", mine);
        charge("1 loop_iteration; 5 double_add, 2 double_multiply, 7 load, 1 store", points);
        const double alpha = rho / total(part);
        part = 0.0;
        for (int i = from; i <= end; i++)
            for (int j = 1; j < N - 1; j++) {
                x[i][j] += alpha * p[i][j];
                r[i][j] -= alpha * q[i][j];
                part += r[i][j] * r[i][j];
            }
        charge("1 loop_setup, 1 loop_iteration", mine);
        charge("1 loop_iteration; 3 double_add, 3 double_multiply, 6 load, 2 store", points);
        const double rr = total(part), beta = rr / rho;
        rho = rr;
        for (int i = from; i <= end; i++)
            for (int j = 1; j < N - 1; j++)
                p[i][j] = r[i][j] + beta * p[i][j];
        charge("1 loop_setup, 1 loop_iteration", mine);
        charge("1 loop_iteration; 1 double_add, 1 double_multiply, 2 load, 1 store", points);
        charge("2 double_divide, 1 loop_iteration", 1);
    }
    if (rank == 0)
        printf("stencil: N = %d, %d iterations, residual %.2e\n", N, niter, rho / begun);
    free(x);
    free(r);
    free(p);
    free(q);
    MPI_Finalize();
    return 0;
}
