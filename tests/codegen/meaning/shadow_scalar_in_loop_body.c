/* A loop's body declares a t of its own, and a sum; those outside are printed after it. */
#include <stdio.h>

#ifndef N
#define N 22
#endif
#define KEEP t

static double a[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(cyclic) onto P
#pragma hpf align a(i) with T(i)

int main(void)
{
    double t = 3.5, sum = 7, x = 1;
    int i;

    for (i = 0; i < N; i++) {
        double t = i * x, sum = 0;
        for (int k = 0; k < 3; k++) {
            double x = k + t;
            sum += x;
        }
        KEEP = sum / 3;
        a[i] = t;
    }
    printf("t %.12g sum %.12g x %.12g\n", KEEP, sum, x);
    for (i = 0; i < N; i++) {
        double t = a[i];
        sum += t;
    }
    printf("t %.12g sum %.12g a %.12g %.12g\n", t, sum, a[0], a[N - 1]);
    return 0;
}
