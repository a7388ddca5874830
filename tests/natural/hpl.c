/* samples/hpl by hand, as High Performance Linpack does it: cycles of NB rows and NB columns over a
 * grid of ranks, each of which stores its elements densely.
 *
 * The ranks of a grid's column factor a panel, finding each pivot by MPI_MAXLOC; the panel is
 * broadcast along the rows of the grid, the rows right of it change places, those of the block are
 * solved for, broadcast along the columns of the grid, and the rest is updated. Left of the panel
 * nothing changes places: b goes with the matrix, and L is not read again. */

#include <float.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "charge.h"

#ifndef N
#define N 256
#endif
#ifndef NB
#define NB 32
#endif

/* One direction of the grid. Index g is the rank's with coordinate g / NB % parts. */
typedef struct {
    int parts, mine;
    MPI_Comm along; /* the ranks with the other coordinate in common */
} axis;

static axis down, across; /* rows, and columns, of the matrix */
static int rows, columns; /* that I store */

static int owner(const axis *d, int g)
{
    return g / NB % d->parts;
}

/* How many of the indices below g I store: the local index of g where it is mine. */
static int local(const axis *d, int g)
{
    const int rest = g % (NB * d->parts) - d->mine * NB;

    return g / (NB * d->parts) * NB + (rest < 0 ? 0 : rest > NB ? NB : rest);
}

static int global(const axis *d, int l)
{
    return (l / NB * d->parts + d->mine) * NB + l % NB;
}

/* What element() takes. */
#define ELEMENT                                                                                    \
    "1 call; 2 int_add, 2 int_multiply, 1 int_divide; 2 int_multiply, 2 int_divide, 1 "            \
    "double_add, "                                                                                 \
    "1 double_divide, 1 int_to_float"

/* Element (i,j), in (-0.5, 0.5). */
static double element(long i, long j)
{
    long v = (i * 7919 + j * 104729 + 1) % 1000003;

    return v * v % 1000003 * v % 1000003 / 1000003.0 - 0.5;
}

static void *allocate(size_t count)
{
    void *a = malloc((count + 1) * sizeof(double));

    if (!a) {
        fprintf(stderr, "hpl: no memory\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return a;
}

/* Rows g and h change places, in `count` local columns from `from` on. */
static void swap_rows(double (*a)[columns], int g, int h, int from, int count)
{
    const int p = owner(&down, g), q = owner(&down, h);

    if (g == h || count == 0)
        return;
    if (p == q && p == down.mine) {
        double *row = &a[local(&down, g)][from], *other = &a[local(&down, h)][from];
        for (int c = 0; c < count; c++) {
            double t = row[c];
            row[c] = other[c];
            other[c] = t;
        }
    } else if (p == down.mine || q == down.mine) {
        const int mine = p == down.mine ? g : h, partner = p == down.mine ? q : p;
        MPI_Sendrecv_replace(&a[local(&down, mine)][from], count, MPI_DOUBLE, partner, 0, partner,
                             0, down.along, MPI_STATUS_IGNORE);
    }
}

/* Which of the rows from j on has the largest element in local column c. */
static int find_pivot(double (*a)[columns], int j, int c)
{
    struct {
        double value;
        int row;
    } best = {-1.0, j};

    for (int l = local(&down, j); l < rows; l++)
        if (fabs(a[l][c]) > best.value) {
            best.value = fabs(a[l][c]);
            best.row = global(&down, l);
        }
    charge("1 loop_iteration; 1 float_compare, 1 load, 1 fabs; 1 condition",
           rows - local(&down, j));
    MPI_Allreduce(MPI_IN_PLACE, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, down.along);
    return best.row;
}

/* Columns k .. end - 1, by the ranks that have them. */
static void factor_panel(double (*a)[columns], int k, int end, int *pivots)
{
    const int first = local(&across, k), width = end - k;
    double top[NB];

    for (int j = 0; j < width; j++) {
        const int c = first + j, pivot = find_pivot(a, k + j, c), root = owner(&down, k + j);
        pivots[j] = pivot;
        swap_rows(a, k + j, pivot, first, width);
        if (root == down.mine)
            for (int d = j; d < width; d++)
                top[d] = a[local(&down, k + j)][first + d];
        MPI_Bcast(top + j, width - j, MPI_DOUBLE, root, down.along);
        for (int l = local(&down, k + j + 1); l < rows; l++) {
            const double factor = a[l][c] /= top[j];
            for (int d = j + 1; d < width; d++)
                a[l][first + d] -= factor * top[d];
        }
        const double below = rows - local(&down, k + j + 1);
        charge("2 loop_iteration, 1 loop_setup; 1 double_divide, 2 load, 1 store", below);
        charge("1 loop_iteration; 1 double_add, 1 double_multiply, 3 load, 1 store",
               below * (width - j - 1));
    }
}

/* The panel's rows from k on, and its pivots, to all ranks of the grid's row. */
static void broadcast_panel(double (*a)[columns], int k, int end, double (*panel)[NB], int *pivots)
{
    const int root = owner(&across, k), first = local(&across, k), from = local(&down, k);

    if (root == across.mine)
        for (int l = from; l < rows; l++)
            for (int c = 0; c < end - k; c++)
                panel[l - from][c] = a[l][first + c];
    MPI_Bcast(panel, (rows - from) * NB, MPI_DOUBLE, root, across.along);
    MPI_Bcast(pivots, end - k, MPI_INT, root, across.along);
}

/* What is right of the panel: the rows of the block, and with them those below. */
static void update(double (*restrict a)[columns], int k, int end, double (*restrict panel)[NB],
                   double *restrict top)
{
    const int root = owner(&down, k), from = local(&down, k), first = local(&across, end);
    const int count = columns - first;

    if (root == down.mine) {
        charge("1 loop_iteration; 1 double_add, 1 double_multiply, 3 load, 1 store",
               0.5 * (end - k) * (end - k - 1) * count);
        for (int j = 0; j < end - k; j++)
            for (int i = j + 1; i < end - k; i++)
                for (int c = first; c < columns; c++)
                    a[from + i][c] -= panel[i][j] * a[from + j][c];
        for (int j = 0; j < end - k; j++)
            for (int c = 0; c < count; c++)
                top[j * count + c] = a[from + j][first + c];
    }
    MPI_Bcast(top, (end - k) * count, MPI_DOUBLE, root, down.along);
    for (int l = local(&down, end); l < rows; l++)
        for (int j = 0; j < end - k; j++) {
            const double factor = panel[l - from][j];
            for (int c = 0; c < count; c++)
                a[l][first + c] -= factor * top[j * count + c];
        }
    const double below = (double)(rows - local(&down, end)) * (end - k);
    charge("1 loop_iteration, 1 loop_setup", below);
    charge("1 loop_iteration; 1 double_add, 1 double_multiply, 3 load, 1 store", below * count);
}

static void factorize(double (*a)[columns])
{
    double(*panel)[NB] = allocate((size_t)rows * NB), *top = allocate((size_t)columns * NB);
    int pivots[NB];

    for (int k = 0; k < N; k += NB) {
        const int end = k + NB < N ? k + NB : N, right = local(&across, end);
        if (owner(&across, k) == across.mine)
            factor_panel(a, k, end, pivots);
        broadcast_panel(a, k, end, panel, pivots);
        for (int j = k; j < end; j++)
            swap_rows(a, j, pivots[j - k], right, columns - right);
        update(a, k, end, panel, top);
    }
    free(panel);
    free(top);
}

/* U x = b, block by block from the last on. What is left of b goes round the columns of the grid,
 * to where the block's columns are. Everyone gets all of x. */
static void substitute(double (*a)[columns], double *x)
{
    double *b = allocate((size_t)rows);
    int at = owner(&across, N);

    if (at == across.mine)
        for (int l = 0; l < rows; l++)
            b[l] = a[l][columns - 1];
    for (int k = (N - 1) / NB * NB; k >= 0; k -= NB) {
        const int end = k + NB < N ? k + NB : N, next = owner(&across, k);
        const int above = local(&down, k), first = local(&across, k), left = local(&down, end);
        if (at == across.mine && next != at)
            MPI_Send(b, left, MPI_DOUBLE, next, 0, across.along);
        if (next == across.mine) {
            if (next != at)
                MPI_Recv(b, left, MPI_DOUBLE, at, 0, across.along, MPI_STATUS_IGNORE);
            if (owner(&down, k) == down.mine)
                for (int j = end - k - 1; j >= 0; j--) {
                    x[k + j] = b[above + j] / a[above + j][first + j];
                    for (int i = 0; i < j; i++)
                        b[above + i] -= a[above + i][first + j] * x[k + j];
                }
            MPI_Bcast(x + k, end - k, MPI_DOUBLE, owner(&down, k), down.along);
            for (int l = 0; l < above; l++)
                for (int j = end - k - 1; j >= 0; j--)
                    b[l] -= a[l][first + j] * x[k + j];
            charge("1 loop_iteration; 1 double_add, 1 double_multiply, 3 load, 1 store",
                   (double)above * (end - k));
        }
        MPI_Bcast(x + k, end - k, MPI_DOUBLE, next, across.along);
        at = next;
    }
    free(b);
}

/* The rows are computed anew, each rank its share. The result is rank 0's. */
static double scaled_residual(const double *x, int rank, int size)
{
    double mine[3] = {0.0, 0.0, 0.0}, all[3] = {0.0, 1.0, 1.0}; /* residual, norms of A and x */

    for (int i = rank; i < N; i += size) {
        double r = -element(i, N), sum = 0.0;
        for (int j = 0; j < N; j++) {
            r += element(i, j) * x[j];
            sum += fabs(element(i, j));
        }
        mine[0] = fmax(mine[0], fabs(r));
        mine[1] = fmax(mine[1], sum);
        mine[2] = fmax(mine[2], fabs(x[i]));
    }
    charge(ELEMENT "; " ELEMENT
                   "; 2 loop_iteration, 2 double_add, 1 double_multiply, 1 load, 1 fabs",
           (double)N * (N - rank + size - 1) / size);
    MPI_Reduce(mine, all, 3, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    return all[0] / (DBL_EPSILON * all[1] * all[2] * N);
}

int main(int argc, char **argv)
{
    static double x[N];
    int rank, size, dims[2] = {0, 0}, ok = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    if ((dims[0] - 1) * NB >= N || (dims[1] - 1) * NB >= N) {
        if (rank == 0)
            fprintf(stderr, "hpl: %d x %d ranks are too many for %d rows in cycles of %d\n",
                    dims[0], dims[1], N, NB);
        MPI_Finalize();
        return 2;
    }
    down = (axis){.parts = dims[0], .mine = rank / dims[1]};
    across = (axis){.parts = dims[1], .mine = rank % dims[1]};
    MPI_Comm_split(MPI_COMM_WORLD, across.mine, rank, &down.along);
    MPI_Comm_split(MPI_COMM_WORLD, down.mine, rank, &across.along);
    rows = local(&down, N);
    columns = local(&across, N + 1);
    charge_begin();

    double(*a)[columns] = allocate((size_t)rows * (size_t)columns);
    for (int l = 0; l < rows; l++)
        for (int c = 0; c < columns; c++)
            a[l][c] = element(global(&down, l), global(&across, c));
    charge(ELEMENT "; 1 loop_iteration, 1 store", (double)rows * columns);
    factorize(a);
    substitute(a, x);
    double scaled = scaled_residual(x, rank, size);
    if (rank == 0) {
        ok = scaled < 16;
        printf("hpl: N = %d, scaled residual %.1e: %s\n", N, scaled, ok ? "ok" : "WRONG");
    }
    free(a);
    MPI_Comm_free(&down.along);
    MPI_Comm_free(&across.along);
    MPI_Finalize();
    return rank == 0 && !ok;
}
