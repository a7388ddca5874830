/* Neighbours along one axis; the halo is rows of SIZE elements, together in memory. */

#include "training/compiler/kernel.h"

#define N (2 * PROCS)
static double u[N][SIZE], v[N][SIZE], w[N][SIZE];

#pragma hpf processors P(PROCS)
#pragma hpf template T(N, SIZE)
#pragma hpf distribute T(block, *) onto P
#pragma hpf align u(i, j) with T(i, j)
#pragma hpf align v(i, j) with T(i, j)
#pragma hpf align w(i, j) with T(i, j)

void communicating(int steps)
{
    for (int s = 0; s < steps; s++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 0; j < SIZE; j++)
                v[i][j] = 0.5 * (u[i - 1][j] + u[i + 1][j]);
        for (int i = 1; i < N - 1; i++)
            for (int j = 0; j < SIZE; j++)
                u[i][j] = v[i][j];
    }
}

void staying(int steps)
{
    for (int s = 0; s < steps; s++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 0; j < SIZE; j++)
                v[i][j] = 0.5 * (u[i][j] + w[i][j]);
        for (int i = 1; i < N - 1; i++)
            for (int j = 0; j < SIZE; j++)
                u[i][j] = v[i][j];
    }
}

/* All are through when it returns, and whatever they owe is done. It is in both times alike. */
static double settle(void)
{
    double sum = 0;

    for (int i = 0; i < N; i++)
        sum += u[i][0];
    return sum;
}

/* Prints a line for each repetition: its number, steps, and the seconds of both. */
int main(int argc, char **argv)
{
    const int steps = argc > 1 ? atoi(argv[1]) : 10;
    const int repetitions = argc > 2 ? atoi(argv[2]) : 3;
    struct timespec begin, middle, end;
    double sum = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < SIZE; j++)
            u[i][j] = v[i][j] = w[i][j] = 1;
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
