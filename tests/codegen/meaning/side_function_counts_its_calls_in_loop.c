/* The function that each iteration calls counts its calls, for itself. */
#include <stdio.h>

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
    static int calls;

    calls++;
    return i == 0 ? calls : 2 * i;
}

int main(void)
{
    double sum = 0;
    int i;

    for (i = 0; i < N; i++) {
        a[i] = i;
        next(i);
    }
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("%.12g %.12g\n", sum, next(0));
    return 0;
}
