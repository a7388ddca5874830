/* Everybody needs SIZE elements of everybody. */

#include "training/compiler/kernel.h"

static double u[PROCS][PROCS][SIZE], v[PROCS][PROCS][SIZE], w[PROCS][PROCS][SIZE];

#pragma hpf processors P(PROCS)
#pragma hpf template T(PROCS, PROCS, SIZE)
#pragma hpf distribute T(block, *, *) onto P
#pragma hpf align u(i, j, k) with T(i, j, k)
#pragma hpf align v(i, j, k) with T(i, j, k)
#pragma hpf align w(i, j, k) with T(i, j, k)

void communicating(int steps)
{
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < PROCS; i++)
            for (int j = 0; j < PROCS; j++)
                for (int k = 0; k < SIZE; k++)
                    v[i][j][k] = 0.5 * (u[j][i][k] + w[i][j][k]);
        for (int i = 0; i < PROCS; i++)
            for (int j = 0; j < PROCS; j++)
                for (int k = 0; k < SIZE; k++)
                    u[i][j][k] = v[i][j][k];
    }
}

void staying(int steps)
{
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < PROCS; i++)
            for (int j = 0; j < PROCS; j++)
                for (int k = 0; k < SIZE; k++)
                    v[i][j][k] = 0.5 * (u[i][j][k] + w[i][j][k]);
        for (int i = 0; i < PROCS; i++)
            for (int j = 0; j < PROCS; j++)
                for (int k = 0; k < SIZE; k++)
                    u[i][j][k] = v[i][j][k];
    }
}

/* All are through when it returns, and whatever they owe is done. It is in both times alike. */
static double settle(void)
{
    double sum = 0;

    for (int i = 0; i < PROCS; i++)
        sum += u[i][0][0];
    return sum;
}

/* Prints a line for each repetition: its number, steps, and the seconds of both. */
int main(int argc, char **argv)
{
    const int steps = argc > 1 ? atoi(argv[1]) : 10;
    const int repetitions = argc > 2 ? atoi(argv[2]) : 3;
    struct timespec begin, middle, end;
    double sum = 0;

    for (int i = 0; i < PROCS; i++)
        for (int j = 0; j < PROCS; j++)
            for (int k = 0; k < SIZE; k++)
                u[i][j][k] = v[i][j][k] = w[i][j][k] = 1;
    communicating(1);
    for (int r = 0; r < repetitions; r++) {
        sum = settle();
        clock_gettime(CLOCK_MONOTONIC, &begin);
        communicating(steps);
        sum += settle();
        clock_gettime(CLOCK_MONOTONIC, &middle);
        staying(steps);
        sum += settle();
        clock_gettime(CLOCK_MONOTONIC, &end);
        printf("measured %d %d %.9g %.9g %g\n", r, steps, KERNEL_SECONDS(begin, middle),
               KERNEL_SECONDS(middle, end), sum);
    }
    return 0;
}
