/* samples/poisson by hand: blocks of rows for the sine transforms, which are along rows, and blocks
 * of columns for the cyclic reduction, which is across them; MPI_Alltoall transposes between.
 *
 * Blocks are N / size, rounded up, so that all are equally large; what lies beyond N is neither
 * computed nor read. */

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "charge.h"

#ifndef N
#define N 128
#endif
#define LEVELS 30
_Static_assert(N >= 4 && (N & (N - 1)) == 0, "N is a power of two, 4 or more");

static int rank, size, block; /* rows, and columns, from rank * block are mine */
static double sine[2 * N], c0[N];
static int reversed[N];

static double *allocate(size_t count)
{
    double *a = calloc(count, sizeof *a);

    if (!a) {
        fprintf(stderr, "poisson: no memory\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return a;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Rows are all stored; 0, the border, and those from N on are no equations. */
static int first_row(void)
{
    return rank == 0 ? 1 : 0;
}

static int end_row(void)
{
    return smaller(block, N - rank * block);
}

static void tables(void)
{
    const double pi = acos(-1.0);

    for (int j = 0; j < 2 * N; j++)
        sine[j] = sin(pi * j / N);
    for (int s = 1; s < N; s *= 2)
        for (int j = 0; j < s; j++)
            reversed[j + s] = reversed[j] + N / 2 / s;
    for (int j = 1; j < N; j++)
        c0[j] = 1.0 / (2.0 * sine[N / 2 + j] - 4.0);
    charge("1 loop_iteration; 1 double_multiply, 1 double_divide, 1 int_to_float, 1 store, 1 sin",
           2 * N);
    charge("1 loop_iteration; 1 int_add, 1 int_divide, 1 load, 1 store", N);
    charge("1 loop_iteration; 1 double_add, 1 double_multiply, 1 double_divide, 1 load, 1 store",
           N);
}

static void sine_transforms(double (*restrict u)[N], double (*restrict re)[N],
                            double (*restrict im)[N])
{
    for (int i = first_row(); i < end_row(); i++) {
        re[i][0] = im[i][0] = 0.0;
        for (int j = 1; j < N; j++) {
            re[i][reversed[j]] = sine[j] * (u[i][j] + u[i][N - j]) + 0.5 * (u[i][j] - u[i][N - j]);
            im[i][reversed[j]] = 0.0;
        }
        for (int s = 1; s < N; s *= 2)
            for (int j = 0; j < N; j += 2 * s)
                for (int k = 0; k < s; k++) {
                    const double wr = sine[N / 2 + k * (N / s)], wi = sine[k * (N / s)];
                    const double tr = wr * re[i][j + k + s] - wi * im[i][j + k + s];
                    const double ti = wr * im[i][j + k + s] + wi * re[i][j + k + s];
                    re[i][j + k + s] = re[i][j + k] - tr;
                    im[i][j + k + s] = im[i][j + k] - ti;
                    re[i][j + k] += tr;
                    im[i][j + k] += ti;
                }
        u[i][1] = 0.5 * re[i][0];
        for (int k = 1; k < N / 2; k++) {
            u[i][2 * k] = im[i][k];
            u[i][2 * k + 1] = u[i][2 * k - 1] + re[i][k];
        }
    }
    const double lines = end_row() > first_row() ? end_row() - first_row() : 0;
    double levels = 0, groups = 0; /* of s; of j, in a row */
    for (int s = 1; s < N; s *= 2) {
        levels++;
        groups += N / 2 / s;
    }
    charge("1 loop_iteration; 3 double_add, 2 double_multiply, 6 load, 1 store, 1 index; "
           "1 load, 1 store, 1 index",
           lines * (N - 1));
    charge("1 loop_iteration, 1 loop_setup", lines * (groups + levels));
    charge("1 loop_iteration; 2 load, 2 index; 6 double_add, 4 double_multiply, 8 load, 4 store, "
           "12 index",
           lines * levels * N / 2);
    charge("1 loop_iteration; 1 double_add, 3 load, 2 store, 3 index", lines * (N / 2 - 1));
    charge("3 loop_setup, 1 loop_iteration, 1 double_multiply, 2 load, 3 store", lines);
}

/* w[i][j] is row i, column rank * block + j. */
static void cyclic_reduction(double (*w)[block], double (*c)[block])
{
    const int from = rank == 0 ? 1 : 0, end = smaller(block, N - rank * block);
    int level = 0;

    for (int j = from; j < end; j++)
        c[0][j] = c0[rank * block + j];
    for (int s = 1; s < N / 2; s *= 2) {
        for (int i = 2 * s; i < N; i += 2 * s)
            for (int j = from; j < end; j++)
                w[i][j] = (w[i][j] - c[level][j] * (w[i - s][j] + w[i + s][j])) /
                          (1.0 - 2.0 * c[level][j] * c[level][j]);
        for (int j = from; j < end; j++)
            c[level + 1][j] = c[level][j] * c[level][j] / (2.0 * c[level][j] * c[level][j] - 1.0);
        level++;
        charge(
            "1 loop_iteration; 3 double_add, 3 double_multiply, 1 double_divide, 6 load, 1 store",
            (double)((N - 1) / (2 * s)) * (end - from));
        charge(
            "1 loop_iteration; 1 double_add, 3 double_multiply, 1 double_divide, 4 load, 1 store",
            end - from);
        charge("1 loop_setup, 1 loop_iteration", (N - 1) / (2 * s) + 2);
    }
    for (int s = N / 4; s > 0; s /= 2) {
        level--;
        for (int i = s; i < N; i += 2 * s) {
            for (int j = from; j < end; j++)
                w[i][j] -= c[level][j] * w[i - s][j];
            if (i + s < N)
                for (int j = from; j < end; j++)
                    w[i][j] -= c[level][j] * w[i + s][j];
            charge("1 loop_iteration; 1 double_add, 1 double_multiply, 3 load, 1 store",
                   (i + s < N ? 2.0 : 1.0) * (end - from));
            charge("2 loop_setup, 1 loop_iteration, 1 int_add, 1 int_compare, 1 condition", 1);
        }
    }
}

/* Rows to columns, the reduction, and back: a block of each rank's rows goes to each. What arrives
 * from rank r is rows from r * block on, so that it is in its place at once. */
static void reduce_transposed(double (*u)[N], double *packed, double *arrived)
{
    const int pieces = block * block;
    double *c = allocate((size_t)LEVELS * (size_t)block);

    for (int r = 0; r < size; r++)
        for (int i = 0; i < block; i++)
            for (int j = 0; j < smaller(block, N - r * block); j++)
                packed[(r * block + i) * block + j] = u[i][r * block + j];
    MPI_Alltoall(packed, pieces, MPI_DOUBLE, arrived, pieces, MPI_DOUBLE, MPI_COMM_WORLD);
    cyclic_reduction((double(*)[block])arrived, (double(*)[block])c);
    MPI_Alltoall(arrived, pieces, MPI_DOUBLE, packed, pieces, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int r = 0; r < size; r++)
        for (int i = 0; i < block; i++)
            for (int j = 0; j < smaller(block, N - r * block); j++)
                u[i][r * block + j] = packed[(r * block + i) * block + j];
    /* To buffers and back, twice, as elements of columns are apart. */
    charge("1 loop_iteration, 1 load, 1 store", 4.0 * block * N);
    free(c);
}

/* The solution at the centre, and the sum of the errors, at rank 0. */
static void collect(double (*u)[N], double *centre, double *error)
{
    const double h = 1.0 / N;
    double mine[2] = {0.0, 0.0}, all[2];

    for (int l = 0; l < end_row(); l++) {
        const int i = rank * block + l;
        for (int j = 0; j < N; j++)
            mine[0] += fabs(u[l][j] - i * h * (1.0 - i * h) * j * h * (1.0 - j * h));
    }
    if (N / 2 / block == rank)
        mine[1] = u[N / 2 % block][N / 2];
    charge("1 loop_iteration; 4 double_add, 7 double_multiply, 4 int_to_float, 1 load, 1 fabs",
           (double)end_row() * N);
    MPI_Reduce(mine, all, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        *error = all[0];
        *centre = all[1];
    }
}

int main(int argc, char **argv)
{
    const double h = 1.0 / N;
    double centre = 0.0, error = 0.0;
    int ok = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > N) {
        if (rank == 0)
            fprintf(stderr, "poisson: %d ranks are too many for %d rows\n", size, N);
        MPI_Finalize();
        return 2;
    }
    block = (N + size - 1) / size;
    const size_t stored = (size_t)block * N, padded = (size_t)size * (size_t)block * (size_t)block;
    double *space = allocate(stored), *re = allocate(stored), *im = allocate(stored);
    double *packed = allocate(padded), *arrived = allocate(padded);
    double(*u)[N] = (double(*)[N])space;

    tables();
    for (int l = first_row(); l < end_row(); l++) {
        const int i = rank * block + l;
        for (int j = 1; j < N; j++)
            u[l][j] = -2.0 * (i * h * (1.0 - i * h) + j * h * (1.0 - j * h)) * h * h;
    }
    sine_transforms(u, (double(*)[N])re, (double(*)[N])im);
    for (int i = first_row(); i < end_row(); i++)
        for (int j = 1; j < N; j++)
            u[i][j] *= 2.0 * h * c0[j];
    charge("1 loop_iteration; 3 double_add, 9 double_multiply, 4 int_to_float, 1 store; "
           "1 loop_iteration; 3 double_multiply, 2 load, 1 store",
           (double)(end_row() - first_row()) * (N - 1));
    reduce_transposed(u, packed, arrived);
    sine_transforms(u, (double(*)[N])re, (double(*)[N])im);

    collect(u, &centre, &error);
    if (rank == 0) {
        ok = error * h * h < 1e-12;
        printf("poisson: N = %d, centre %.9f, mean error %.1e: %s\n", N, centre, error * h * h,
               ok ? "ok" : "WRONG");
    }
    free(space);
    free(re);
    free(im);
    free(packed);
    free(arrived);
    MPI_Finalize();
    return rank == 0 && !ok;
}
