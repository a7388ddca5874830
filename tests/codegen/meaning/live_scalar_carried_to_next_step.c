/* What a divided loop leaves in a scalar is read in the next step of the loop around it. */
#include <stdio.h>

#ifndef N
#define N 22
#endif
#define PREVIOUS last

static double a[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

int main(void)
{
    double last = 2, sum = 0;
    int i, step;

    for (i = 0; i < N; i++)
        a[i] = i % 5;
    for (step = 0; step < 4; step++) {
        double shift = PREVIOUS / 2;
        for (i = 0; i < N; i++) {
            last = a[i] + shift;
            a[i] = last;
        }
    }
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("sum %.12g a %.12g %.12g %.12g\n", sum, a[0], a[N / 3], a[N - 1]);
    return 0;
}
