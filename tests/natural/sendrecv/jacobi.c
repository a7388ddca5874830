/* Jacobi sweeps whose halos are filled by MPI_Sendrecv, axis after axis and direction after
 * direction, as MPI programs by hand do: what table.sh sets beside what fpredict predicts of
 * twin.c.
 *
 *   jacobi ROWS COLUMNS POINTS SWEEPS POINT
 *
 * ROWS x COLUMNS ranks have blocks of POINTS x POINTS points. POINT is how many nanoseconds a point
 * takes: they pass in simulated time, once a sweep. Prints the microseconds until the last rank is
 * through, and exits with 1 where a point has not the value that all points on one rank would give.
 */

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define NATURAL_CHARGED
#include "tests/natural/charge.h"

static int rows, columns, first_row, first_column; /* of this rank's block */
static int up, down, left, right;
static MPI_Comm grid;
static MPI_Datatype column;

static void lay_out(const int *dims, int points)
{
    int periods[2] = {0, 0}, at[2], rank;

    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, 2, at);
    MPI_Cart_shift(grid, 0, 1, &up, &down);
    MPI_Cart_shift(grid, 1, 1, &left, &right);
    rows = points / dims[0];
    columns = points / dims[1];
    first_row = at[0] * rows;
    first_column = at[1] * columns;
    MPI_Type_vector(rows, 1, columns + 2, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
}

static void exchange(double (*u)[columns + 2])
{
    MPI_Sendrecv(&u[1][1], columns, MPI_DOUBLE, up, 0, &u[rows + 1][1], columns, MPI_DOUBLE, down,
                 0, grid, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&u[rows][1], columns, MPI_DOUBLE, down, 1, &u[0][1], columns, MPI_DOUBLE, up, 1,
                 grid, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&u[1][1], 1, column, left, 2, &u[1][columns + 1], 1, column, right, 2, grid,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(&u[1][columns], 1, column, right, 3, &u[1][0], 1, column, left, 3, grid,
                 MPI_STATUS_IGNORE);
}

static void sweep(double (*restrict u)[columns + 2], double (*restrict v)[columns + 2],
                  double point_ns)
{
    /* The border of the square is not computed. */
    const int top = up == MPI_PROC_NULL ? 2 : 1, bottom = rows - (down == MPI_PROC_NULL);
    const int west = left == MPI_PROC_NULL ? 2 : 1, east = columns - (right == MPI_PROC_NULL);

    exchange(u);
    for (int i = top; i <= bottom; i++)
        for (int j = west; j <= east; j++)
            v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
    for (int i = top; i <= bottom; i++)
        for (int j = west; j <= east; j++)
            u[i][j] = v[i][j];
    charge_seconds((double)(bottom - top + 1) * (east - west + 1) * point_ns * 1e-9);
}

/* sin(pi x) sin(pi y) is multiplied by cos(pi h) in each sweep. */
static int is_wrong(double (*u)[columns + 2], int points, double factor)
{
    const double pi = acos(-1.0);

    for (int i = 1; i <= rows; i++)
        for (int j = 1; j <= columns; j++) {
            double x = (first_row + i - 1) / (points - 1.0);
            double y = (first_column + j - 1) / (points - 1.0);
            if (!(fabs(u[i][j] - factor * sin(pi * x) * sin(pi * y)) < 1e-9))
                return 1;
        }
    return 0;
}

int main(int argc, char **argv)
{
    int size, rank, wrong, any;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc < 6 || atoi(argv[1]) * atoi(argv[2]) != size || atoi(argv[3]) % atoi(argv[1]) ||
        atoi(argv[3]) % atoi(argv[2])) {
        fprintf(stderr, "usage: jacobi ROWS COLUMNS POINTS SWEEPS POINT, of as many ranks, which "
                        "divide the points\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    const int dims[2] = {atoi(argv[1]), atoi(argv[2])}, points = atoi(argv[3]);
    const int sweeps = atoi(argv[4]);
    const double pi = acos(-1.0), point_ns = atof(argv[5]);
    lay_out(dims, points);

    double(*u)[columns + 2] = calloc((size_t)rows + 2, sizeof *u);
    double(*v)[columns + 2] = calloc((size_t)rows + 2, sizeof *v);
    if (!u || !v)
        MPI_Abort(MPI_COMM_WORLD, 2);
    for (int i = 1; i <= rows; i++)
        for (int j = 1; j <= columns; j++)
            u[i][j] = sin(pi * (first_row + i - 1) / (points - 1.0)) *
                      sin(pi * (first_column + j - 1) / (points - 1.0));
    const double began = charge_begin();
    for (int it = 0; it < sweeps; it++)
        sweep(u, v, point_ns);
    double took = MPI_Wtime() - began, last;
    wrong = is_wrong(u, points, pow(cos(pi / (points - 1)), sweeps));
    MPI_Reduce(&took, &last, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Reduce(&wrong, &any, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.6f\n", last * 1e6);
    free(u);
    free(v);
    MPI_Type_free(&column);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return rank == 0 && any;
}
