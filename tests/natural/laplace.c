/* samples/laplace by hand: blocks over a grid of ranks, each with a halo of one, which
 * MPI_Sendrecv fills before each sweep. */

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "charge.h"

#ifndef N
#define N 256
#endif
_Static_assert(N >= 2, "a side has two ends");

/* One rank's block: local row i is row i - 1 + first[0], so that row 0 and row rows + 1 are halo;
 * columns likewise. */
static int first[2], rows, columns;
static MPI_Comm grid;
static int up, down, left, right;
static MPI_Datatype column;

static void lay_out(int rank, int size)
{
    int dims[2] = {0, 0}, periods[2] = {0, 0}, at[2], end[2];

    MPI_Dims_create(size, 2, dims);
    if (dims[0] > N || dims[1] > N) {
        if (rank == 0)
            fprintf(stderr, "laplace: %d x %d ranks are too many for %d x %d points\n", dims[0],
                    dims[1], N, N);
        MPI_Finalize();
        exit(2);
    }
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Cart_coords(grid, rank, 2, at);
    MPI_Cart_shift(grid, 0, 1, &up, &down);
    MPI_Cart_shift(grid, 1, 1, &left, &right);
    for (int d = 0; d < 2; d++) {
        first[d] = (int)((long)N * at[d] / dims[d]);
        end[d] = (int)((long)N * (at[d] + 1) / dims[d]);
    }
    rows = end[0] - first[0];
    columns = end[1] - first[1];
    MPI_Type_vector(rows, 1, columns + 2, MPI_FLOAT, &column);
    MPI_Type_commit(&column);
}

static void exchange(float (*u)[columns + 2])
{
    MPI_Sendrecv(&u[1][1], columns, MPI_FLOAT, up, 0, &u[rows + 1][1], columns, MPI_FLOAT, down, 0,
                 grid, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&u[rows][1], columns, MPI_FLOAT, down, 1, &u[0][1], columns, MPI_FLOAT, up, 1,
                 grid, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&u[1][1], 1, column, left, 2, &u[1][columns + 1], 1, column, right, 2, grid,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(&u[1][columns], 1, column, right, 3, &u[1][0], 1, column, left, 3, grid,
                 MPI_STATUS_IGNORE);
}

static void relax(float (*restrict u)[columns + 2], float (*restrict v)[columns + 2], int sweeps)
{
    /* The border of the square is not computed. */
    const int top = up == MPI_PROC_NULL ? 2 : 1, bottom = rows - (down == MPI_PROC_NULL);
    const int west = left == MPI_PROC_NULL ? 2 : 1, east = columns - (right == MPI_PROC_NULL);

    for (int it = 0; it < sweeps; it++) {
        exchange(u);
        for (int i = top; i <= bottom; i++)
            for (int j = west; j <= east; j++)
                v[i][j] = 0.25f * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
        for (int i = top; i <= bottom; i++)
            for (int j = west; j <= east; j++)
                u[i][j] = v[i][j];
        const double lines = bottom < top ? 0 : bottom - top + 1,
                     points = lines * (east - west + 1);
        charge("1 loop_setup, 1 loop_iteration", 2 * lines);
        charge("1 loop_iteration; 3 float_add, 1 float_multiply, 4 load, 1 store", points);
        charge("1 loop_iteration; 1 load, 1 store", points);
    }
}

int main(int argc, char **argv)
{
    const int niter = 100;
    const double pi = acos(-1.0);
    static float s[N + 1]; /* s[i+1] is of row, or column, i: as local arrays count */
    int rank, size, ok = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    lay_out(rank, size);
    charge_begin();

    float(*u)[columns + 2] = calloc((size_t)rows + 2, sizeof *u);
    float(*v)[columns + 2] = calloc((size_t)rows + 2, sizeof *v);
    if (!u || !v) {
        fprintf(stderr, "laplace: no memory\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    for (int i = 0; i < N; i++)
        s[i + 1] = (float)sin(pi * i / (N - 1));
    const float *row_s = s + first[0], *column_s = s + first[1];
    for (int i = 1; i <= rows; i++)
        for (int j = 1; j <= columns; j++)
            u[i][j] = row_s[i] * column_s[j];
    charge("1 loop_iteration; 1 double_multiply, 1 double_divide, 1 int_to_float, 1 store, 1 sin",
           N);
    charge("1 loop_setup, 1 loop_iteration", 2.0 * rows);
    charge("1 loop_iteration; 1 float_multiply, 2 load, 1 store", (double)rows * columns);

    relax(u, v, niter);

    double decay = pow(cos(pi / (N - 1)), niter), part = 0.0, sum;
    for (int i = 1; i <= rows; i++)
        for (int j = 1; j <= columns; j++)
            part += fabs(u[i][j] - decay * row_s[i] * column_s[j]);
    charge("1 loop_iteration; 2 double_add, 2 double_multiply, 3 float_to_double, 3 load, 1 fabs",
           (double)rows * columns);
    MPI_Reduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, grid);
    if (rank == 0) {
        double error = sum / N / N;
        ok = error < 1e-6;
        printf("laplace: N = %d, %d sweeps, height %.6f, mean error %.1e: %s\n", N, niter, decay,
               error, ok ? "ok" : "WRONG");
    }
    free(u);
    free(v);
    MPI_Type_free(&column);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return rank == 0 && !ok;
}
