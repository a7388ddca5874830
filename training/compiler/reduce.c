/* Everybody needs the sum of one element of each. */

#include "training/compiler/kernel.h"

static double u[PROCS], v[PROCS];

#pragma hpf processors P(PROCS)
#pragma hpf template T(PROCS)
#pragma hpf distribute T(block) onto P
#pragma hpf align u(i) with T(i)
#pragma hpf align v(i) with T(i)

void communicating(int steps)
{
    for (int s = 0; s < steps; s++) {
        double sum = 0;
        for (int i = 0; i < PROCS; i++)
            sum += u[i];
        for (int i = 0; i < PROCS; i++)
            u[i] = v[i] - 0.001 * sum;
    }
}

void staying(int steps)
{
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < PROCS; i++)
            v[i] = 0.5 * (v[i] + u[i]);
        for (int i = 0; i < PROCS; i++)
            u[i] = v[i];
    }
}

/* All are through when it returns, and whatever they owe is done. It is in both times alike. */
static double settle(void)
{
    double sum = 0;

    for (int i = 0; i < PROCS; i++)
        sum += u[i];
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
        u[i] = v[i] = 1;
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
