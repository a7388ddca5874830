/* The function that each iteration calls takes a number from a sequence. */
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 23
#endif

static double a[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

static double next(int i)
{
    return rand() % 7 + i;
}

int main(void)
{
    double sum = 0;
    int i;

    for (i = 0; i < N; i++) {
        double t = next(i);
        a[i] = t;
    }
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("%.12g\n", sum);
    return 0;
}
