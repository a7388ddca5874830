/* The function that each iteration calls works with variables of the file, which it sets first. */
#include <stdio.h>

#ifndef N
#define N 23
#endif

static double a[N];
static struct { double s; } scratch;
static double half;

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

static double next(int i)
{
    scratch.s = 3 * i;
    half = scratch.s / 2;
    return half + 1;
}

int main(void)
{
    double sum = 0;
    int i;

    for (i = 0; i < N; i++) {
        double t = next(i);
        a[i] = t + scratch.s;
    }
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("%.12g\n", sum);
    return 0;
}
