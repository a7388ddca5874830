/*
 * Soft discs in a closed box, which push each other away within a cut-off radius. Each rank owns a
 * vertical slab of the box. The discs begin in three clusters that fly apart, so slabs hold unlike
 * numbers of them, and how many cross a border, or lie near one, shows only as it happens.
 * What is printed does not depend on the number of ranks, which may be 1 to 50.
 *
 *   mpicc -O2 cutoff.c -o cutoff -lm && mpirun -n 8 ./cutoff
 */
#include <math.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { DISCS = 3000, STEPS = 100, REPORT_EVERY = 20, LINES = 50 };

static const double radius = 1.0 / LINES; /* discs further apart than this do not meet */
static const double stiffness = 50;       /* the force on two discs at one place */
static const double dt = 2e-3;

typedef struct soft_disc {
    double x, y, vx, vy, fx, fy;
} soft_disc;

/* The slab's discs, behind them copies of the neighbours', and those on their way. */
static soft_disc discs[2 * DISCS], to_left[DISCS], to_right[DISCS];
static int owned, copies;

static int left, right;  /* neighbours: MPI_PROC_NULL at the walls */
static double low, high; /* the slab's borders */
static MPI_Datatype soft_discype;

/* The same numbers, below 1, on every rank and every host. */
static double uniform(void)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005 + 1442695040888963407;
    return (double)(state >> 11) * 0x1p-53;
}

/* Every rank makes all discs and keeps its own, so they do not depend on the number of ranks. */
static void create(void)
{
    static const double x[] = {0.22, 0.38, 0.80}, y[] = {0.30, 0.68, 0.50};
    static const double vx[] = {0.6, 0.9, -0.5}, vy[] = {0.2, -0.4, 0.1},
                        half[] = {0.16, 0.09, 0.19};

    for (int i = 0; i < DISCS; i++) {
        const int c = i % 3;
        soft_disc disc = {.vx = vx[c], .vy = vy[c]};
        disc.x = x[c] + half[c] * (uniform() + uniform() - 1); /* densest in the middle */
        disc.y = y[c] + half[c] * (uniform() + uniform() - 1);
        if (disc.x >= low && disc.x < high)
            discs[owned++] = disc;
    }
}

/*
 * Gives the neighbours the discs that are within reach of their border, or beyond it, and gets
 * theirs, behind the owned ones. Returns how many come. None crosses a whole slab in a step.
 */
static int exchange(double reach, bool keep)
{
    int n_left = 0, n_right = 0, kept = 0;
    int from_left = 0, from_right = 0; /* stay so at the walls, where nothing comes from */
    MPI_Request request[4];

    for (int i = 0; i < owned; i++) {
        const soft_disc disc = discs[i];
        const bool at_left = disc.x < low + reach, at_right = disc.x >= high - reach;
        if (at_left)
            to_left[n_left++] = disc;
        if (at_right)
            to_right[n_right++] = disc;
        if (keep || (!at_left && !at_right))
            discs[kept++] = disc;
    }
    owned = kept;

    MPI_Sendrecv(&n_left, 1, MPI_INT, left, 1, &from_right, 1, MPI_INT, right, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(&n_right, 1, MPI_INT, right, 2, &from_left, 1, MPI_INT, left, 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    soft_disc *coming = discs + owned;
    MPI_Irecv(coming, from_left, soft_discype, left, 3, MPI_COMM_WORLD, &request[0]);
    MPI_Irecv(coming + from_left, from_right, soft_discype, right, 4, MPI_COMM_WORLD, &request[1]);
    MPI_Isend(to_right, n_right, soft_discype, right, 3, MPI_COMM_WORLD, &request[2]);
    MPI_Isend(to_left, n_left, soft_discype, left, 4, MPI_COMM_WORLD, &request[3]);
    MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
    return from_left + from_right;
}

/*
 * The forces on the owned discs, by cells as wide as the radius with a chain of discs in each, and
 * empty cells around. Returns their energy: half of each pair's, as its other disc has the rest.
 */
static double find_forces(void)
{
    static int first[LINES + 4][LINES + 2], next[2 * DISCS];
    double potential = 0;
#define COLUMN(disc) ((int)(((disc).x - low) / radius + 2)) /* copies lie one to the left, too */
#define LINE(disc) ((int)((disc).y / radius) + 1)
    memset(first, -1, sizeof first);
    for (int i = 0; i < owned + copies; i++) {
        int *cell = &first[COLUMN(discs[i])][LINE(discs[i])];
        next[i] = *cell;
        *cell = i;
    }

    for (int i = 0; i < owned; i++) {
        soft_disc *a = &discs[i];
        a->fx = a->fy = 0;
        for (int near = 0; near < 9; near++) {
            const int *cell = &first[COLUMN(*a) + near / 3 - 1][LINE(*a) + near % 3 - 1];
            for (int j = *cell; j >= 0; j = next[j]) {
                const double dx = a->x - discs[j].x, dy = a->y - discs[j].y;
                const double r = sqrt(dx * dx + dy * dy), overlap = 1 - r / radius;
                if (j != i && overlap > 0) {
                    a->fx += stiffness * overlap * dx / r;
                    a->fy += stiffness * overlap * dy / r;
                    potential += 0.25 * stiffness * radius * overlap * overlap;
                }
            }
        }
    }
    return potential;
}

/* A coordinate's way in one step; the walls throw it back. */
static void move(double *x, double *v, double force, double *kinetic)
{
    /* Leapfrog: the velocity is that of half a step before, then after; now it is the mean. */
    const double now = *v + 0.5 * dt * force;
    *kinetic += 0.5 * now * now;
    *v += dt * force;
    *x += dt * *v;
    if (*x < 0 || *x >= 1) {
        *x = *x < 0 ? -*x : 2 - 0x1p-53 - *x; /* below 1 also from there */
        *v = -*v;
    }
}

int main(int argc, char **argv)
{
    int rank, ranks;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks > LINES) /* a slab narrower than the radius would need more than its neighbours */
        MPI_Abort(MPI_COMM_WORLD, 1);
    left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    right = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
    low = (double)rank / ranks;
    high = (double)(rank + 1) / ranks;
    MPI_Type_contiguous(sizeof(soft_disc) / sizeof(double), MPI_DOUBLE, &soft_discype);
    MPI_Type_commit(&soft_discype);

    create();
    for (int step = 1; step <= STEPS; step++) {
        copies = exchange(radius, true);
        double mine[3] = {find_forces(), 0, owned}, all[3]; /* potential, kinetic, discs */
        for (soft_disc *d = discs; d < discs + owned; d++) {
            move(&d->x, &d->vx, d->fx, &mine[1]);
            move(&d->y, &d->vy, d->fy, &mine[1]);
        }
        if (step % REPORT_EVERY == 0) {
            MPI_Allreduce(mine, all, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
            if (rank == 0)
                printf("step %3d: energy %.6g of which %.6g potential, %.0f discs\n", step,
                       all[0] + all[1], all[0], all[2]);
        }
        owned += exchange(0, false);
    }

    MPI_Type_free(&soft_discype);
    MPI_Finalize();
    return 0;
}
