/* The function that each iteration calls leaves a value in a variable of the file. */
#include <stdio.h>

#ifndef N
#define N 23
#endif

static double a[N];
static double last;

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

static double next(int i)
{
    last = i;
    return 2 * i;
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
    printf("%.12g last %.12g\n", sum, last);
    return 0;
}
