/* samples/lu by hand: rows in cycles over the ranks, each of which stores its own one after the
 * other; the row of the diagonal is broadcast in each step. */

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "charge.h"

#ifndef N
#define N 256
#endif

static int rank, size, rows; /* of mine, local row l is row rank + l * size */

/* The first local row of those from row i on. */
static int local_from(int i)
{
    return i <= rank ? 0 : (i - rank + size - 1) / size;
}

static void fill(double (*a)[N + 1])
{
    for (int l = 0; l < rows; l++) {
        const int i = rank + l * size;
        for (int j = 0; j < N; j++)
            a[l][j] = 1.0 / (1 + abs(i - j)) + (i == j ? N : 0);
        a[l][N] = 0.0;
        for (int j = 0; j < N; j++)
            a[l][N] += a[l][j] * (1 + j % 3);
    }
    charge("1 loop_iteration; 2 int_add, 1 double_add, 1 double_divide, 1 int_compare, 2 "
           "int_to_float, "
           "1 store, 1 fabs",
           (double)rows * N);
    charge("1 loop_iteration; 1 int_add, 1 int_divide, 1 double_add, 1 double_multiply, 1 "
           "int_to_float, "
           "2 load, 1 store",
           (double)rows * N);
    charge("3 loop_setup, 2 loop_iteration, 1 store", rows);
}

static void eliminate(double (*a)[N + 1])
{
    static double buffer[N + 1];

    for (int k = 0; k < N - 1; k++) {
        double *top = k % size == rank ? a[k / size] : buffer;
        MPI_Bcast(top + k, N + 1 - k, MPI_DOUBLE, k % size, MPI_COMM_WORLD);
        for (int l = local_from(k + 1); l < rows; l++) {
            const double factor = a[l][k] /= top[k];
            for (int j = k + 1; j <= N; j++)
                a[l][j] -= factor * top[j];
        }
        const double below = rows - local_from(k + 1);
        charge("2 loop_iteration, 1 loop_setup; 1 double_divide, 2 load, 1 store", below);
        charge("1 loop_iteration; 1 double_add, 1 double_multiply, 3 load, 1 store",
               below * (N - k));
        charge("2 loop_setup, 1 loop_iteration", 1);
    }
}

static void substitute(double (*a)[N + 1], double *x)
{
    for (int k = N - 1; k >= 0; k--) {
        if (k % size == rank)
            x[k] = a[k / size][N] / a[k / size][k];
        MPI_Bcast(&x[k], 1, MPI_DOUBLE, k % size, MPI_COMM_WORLD);
        for (int l = 0; l < local_from(k); l++)
            a[l][N] -= a[l][k] * x[k];
        charge("1 double_divide, 2 load, 1 store", k % size == rank);
        charge("1 loop_iteration; 1 double_add, 1 double_multiply, 3 load, 1 store", local_from(k));
        charge("1 loop_setup, 1 loop_iteration", 1);
    }
}

int main(int argc, char **argv)
{
    static double x[N];
    int ok = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rows = local_from(N);

    double(*a)[N + 1] = malloc((size_t)(rows + 1) * sizeof *a);
    if (!a) {
        fprintf(stderr, "lu: no memory\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    fill(a);
    eliminate(a);
    substitute(a, x);

    if (rank == 0) { /* everyone has all of x */
        double error = 0.0;
        for (int i = 0; i < N; i++)
            error += fabs(x[i] - (1 + i % 3));
        ok = error < 1e-12 * N;
        printf("lu: N = %d, error %.1e: %s\n", N, error, ok ? "ok" : "WRONG");
    }
    free(a);
    MPI_Finalize();
    return rank == 0 && !ok;
}
