/* Livermore kernel 3: the inner product of two vectors.
 *
 * z holds 1, 2, 3, … and x the odd numbers; the sum of their products is
 * N (N + 1) (4 N - 1) / 6. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 1024
#endif
#ifndef LOOP
#define LOOP 100
#endif

static double x[N], z[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align x(k) with T(k)
#pragma hpf align z(k) with T(k)

int main(void)
{
    double q = 0.0;
    int k, l;

    for (k = 0; k < N; k++) {
        x[k] = 2 * k + 1;
        z[k] = k + 1;
    }

#pragma fpredict region kernel
    for (l = 0; l < LOOP; l++) {
        q = 0.0;
        for (k = 0; k < N; k++)
            q += z[k] * x[k];
    }

    double n = N, exact = n * (n + 1) * (4 * n - 1) / 6;
    int ok = fabs(q - exact) <= 1e-12 * exact;
    printf("lfk03: N = %d, %d passes, %.0f, exact %.0f: %s\n", N, LOOP, q, exact,
           ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
