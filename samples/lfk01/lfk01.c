/* Livermore kernel 1: a fragment of a hydrodynamics code.
 *
 * z is a straight line and y the inverse of what it is multiplied with, so
 * that every element of x becomes q + 1. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 1024
#endif
#ifndef LOOP
#define LOOP 100
#endif

static double x[N], y[N], z[N + 11];

#pragma hpf processors P(4)
#pragma hpf template T(N+11)
#pragma hpf distribute T(block) onto P
#pragma hpf align x(k) with T(k)
#pragma hpf align y(k) with T(k)
#pragma hpf align z(k) with T(k)

int main(void)
{
    const double q = 0.5, r = 0.25, t = 0.125;
    int k, l;

    for (k = 0; k < N + 11; k++)
        z[k] = k + 1;
    for (k = 0; k < N; k++)
        y[k] = 1 / ((r + t) * k + 11 * r + 12 * t);

#pragma fpredict region kernel
    for (l = 0; l < LOOP; l++)
        for (k = 0; k < N; k++)
            x[k] = q + y[k] * (r * z[k+10] + t * z[k+11]);

    double error = 0.0;
    for (k = 0; k < N; k++)
        error += fabs(x[k] - (q + 1));
    int ok = error / N < 1e-15;
    printf("lfk01: N = %d, %d passes, mean error %.1e: %s\n", N, LOOP, error / N,
           ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
