/* Livermore kernel 5: the elimination below the diagonal of a tridiagonal system.
 *
 * z and y are made so that x[i] is i + 1. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 1024
#endif
#ifndef LOOP
#define LOOP 10
#endif

static double x[N], y[N], z[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align x(i) with T(i)
#pragma hpf align y(i) with T(i)
#pragma hpf align z(i) with T(i)

int main(void)
{
    int i, l;

    for (i = 0; i < N; i++) {
        z[i] = 0.5;
        y[i] = 3 * i + 2;
    }
    x[0] = 1;

#pragma fpredict region kernel
    for (l = 0; l < LOOP; l++)
        for (i = 1; i < N; i++)
            x[i] = z[i] * (y[i] - x[i-1]);

    double error = 0.0;
    for (i = 0; i < N; i++)
        error += fabs(x[i] - (i + 1));
    int ok = error / N < 1e-15 * N;
    printf("lfk05: N = %d, %d passes, mean error %.1e: %s\n", N, LOOP, error / N,
           ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
