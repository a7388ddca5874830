/* Purdue set, problem 4: R = sum over i of 1 / x[i].
 *
 * x[i] = (i + 1) (i + 2), so that R is N / (N + 1). */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 1024
#endif

static double x[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align x(i) with T(i)

int main(void)
{
    double r = 0.0;
    int i;

    for (i = 0; i < N; i++)
        x[i] = (i + 1.0) * (i + 2.0);

    for (i = 0; i < N; i++)
        r += 1 / x[i];

    double exact = N / (N + 1.0);
    int ok = fabs(r - exact) < 1e-14 + 1e-16 * N;
    printf("pbs4: N = %d, %.12f, exact %.12f: %s\n", N, r, exact, ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
