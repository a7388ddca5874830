/* Purdue set, problem 3: S = sum over i of the product over j of a[i][j].
 *
 * a[i][j] = (i + j + 2) / (i + j + 1), so that the product of row i is
 * (i + 1 + M) / (i + 1), and S is N + M times the N-th harmonic number. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 128
#endif
#ifndef M
#define M N
#endif

static double a[N][M], product[N];

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align product(i) with T(i,*)

int main(void)
{
    double s = 0.0;
    int i, j;

    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            a[i][j] = (i + j + 2.0) / (i + j + 1);

#pragma fpredict region products
    for (i = 0; i < N; i++) {
        product[i] = 1;
        for (j = 0; j < M; j++)
            product[i] *= a[i][j];
    }
#pragma fpredict region sum
    for (i = 0; i < N; i++)
        s += product[i];

    /* Euler's constant and the first terms of the expansion: off by 1 / (252 n^6) */
    double n = N, harmonic = log(n) + 0.57721566490153286 + 1 / (2 * n) - 1 / (12 * n * n)
                             + 1 / (120 * n * n * n * n);
    double exact = n + M * harmonic;
    int ok = fabs(s - exact) < 1e-12 * exact + M / (252 * n * n * n * n * n * n);
    printf("pbs3: N = %d, M = %d, %.6f, exact %.6f: %s\n", N, M, s, exact, ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
