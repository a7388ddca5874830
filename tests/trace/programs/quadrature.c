/*
 * Adaptive quadrature with a bag of tasks. The integrand is a spectrum of narrow lines, so that
 * intervals are halved often where a line is, and hardly elsewhere. Rank 0 holds the intervals that
 * are still to be done and gives one to each worker that has none; it comes back as a value, or as
 * two halves where the value would not be good enough. Who does which shows only as it happens.
 * On one rank that does all by itself.
 *
 *   mpicc -O2 quadrature.c -o quadrature -lm && mpirun -n 8 ./quadrature
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { SPECTRAL_LINES = 32, PANELS = 48, BAG = 1024 };
enum { TAG_WORK, TAG_VALUE, TAG_HALVES, TAG_STOP };

static const double tolerance = 1e-6; /* of the value, for each unit of length */

typedef struct interval {
    double from, to;
} interval; /* as a message: two numbers */

static double center[SPECTRAL_LINES], width[SPECTRAL_LINES];

/* Most lines lie at the left, and the later ones are the narrower. */
static void make_spectrum(void)
{
    for (int i = 0; i < SPECTRAL_LINES; i++) {
        const double golden = fmod(0.6180339887498949 * (i + 1), 1);
        center[i] = golden * golden;
        width[i] = 0.02 * exp2(-0.4 * i);
    }
}

static double intensity(double x)
{
    double sum = 0;
    for (int i = 0; i < SPECTRAL_LINES; i++) {
        const double distance = x - center[i];
        sum += width[i] / (width[i] * width[i] + distance * distance);
    }
    return sum;
}

static double closed_form(interval all)
{
    double sum = 0;
    for (int i = 0; i < SPECTRAL_LINES; i++)
        sum += atan((all.to - center[i]) / width[i]) - atan((all.from - center[i]) / width[i]);
    return sum;
}

/*
 * Simpson's rule, and once more by every other of its points. Says whether the two agree; where
 * they do not, the halves are to be done.
 */
static int integrate(interval task, double *value, interval half[2])
{
    const double h = (task.to - task.from) / (2 * PANELS);
    double fine = 0, coarse = 0;

    for (int i = 0; i <= 2 * PANELS; i++) {
        const double f = intensity(task.from + i * h);
        const int end = i == 0 || i == 2 * PANELS;
        fine += f * (end ? 1 : i % 2 ? 4 : 2);
        if (i % 2 == 0)
            coarse += f * (end ? 1 : i % 4 ? 4 : 2);
    }
    *value = fine * h / 3;
    half[0] = (interval){task.from, 0.5 * (task.from + task.to)};
    half[1] = (interval){half[0].to, task.to};
    return fabs(*value - coarse * 2 * h / 3) <= tolerance * (task.to - task.from);
}

static void work(void)
{
    interval task, half[2];
    double value;
    MPI_Status status;

    for (;;) {
        MPI_Recv(&task, 2, MPI_DOUBLE, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == TAG_STOP)
            return;
        if (integrate(task, &value, half))
            MPI_Send(&value, 1, MPI_DOUBLE, 0, TAG_VALUE, MPI_COMM_WORLD);
        else
            MPI_Send(half, 4, MPI_DOUBLE, 0, TAG_HALVES, MPI_COMM_WORLD);
    }
}

/* What is still to be done. The last is taken first, which keeps the bag small. */
static interval bag[BAG];
static int in_bag;

static void put(const interval half[2])
{
    if (in_bag + 2 > BAG) {
        fprintf(stderr, "quadrature: the bag is full\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    bag[in_bag++] = half[1];
    bag[in_bag++] = half[0];
}

/* Takes what a worker has sent: a value, which is added, or halves, which go into the bag. */
static int take_answer(double *sum)
{
    MPI_Status status;
    interval half[2];
    double value;

    MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    if (status.MPI_TAG == TAG_VALUE) {
        MPI_Recv(&value, 1, MPI_DOUBLE, status.MPI_SOURCE, TAG_VALUE, MPI_COMM_WORLD, &status);
        *sum += value;
    } else {
        MPI_Recv(half, 4, MPI_DOUBLE, status.MPI_SOURCE, TAG_HALVES, MPI_COMM_WORLD, &status);
        put(half);
    }
    return status.MPI_SOURCE;
}

/* Hands out intervals until the bag is empty and nobody works, as a worker may yet fill it. */
static double hand_out(int ranks, int *tasks)
{
    int *idle = malloc(ranks * sizeof *idle), n_idle = 0; /* who has nothing to do */
    double sum = 0;

    for (int worker = ranks - 1; worker > 0; worker--)
        idle[n_idle++] = worker;
    while (in_bag > 0 || n_idle < ranks - 1) {
        if (in_bag > 0 && n_idle > 0) {
            MPI_Send(&bag[--in_bag], 2, MPI_DOUBLE, idle[--n_idle], TAG_WORK, MPI_COMM_WORLD);
            ++*tasks;
        } else {
            idle[n_idle++] = take_answer(&sum);
        }
    }
    for (int worker = 1; worker < ranks; worker++)
        MPI_Send(NULL, 0, MPI_DOUBLE, worker, TAG_STOP, MPI_COMM_WORLD);
    free(idle);
    return sum;
}

static double do_alone(int *tasks)
{
    double sum = 0, value;
    interval half[2];

    for (; in_bag > 0; ++*tasks)
        if (integrate(bag[--in_bag], &value, half))
            sum += value;
        else
            put(half);
    return sum;
}

int main(int argc, char **argv)
{
    const interval all = {0, 1};
    int rank, ranks, tasks = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    make_spectrum();
    if (rank > 0) {
        work();
    } else {
        bag[in_bag++] = all;
        const double sum = ranks > 1 ? hand_out(ranks, &tasks) : do_alone(&tasks);
        printf("integral %.9f, closed form %.9f, by %d intervals\n", sum, closed_form(all), tasks);
    }
    MPI_Finalize();
    return 0;
}
