/* Gauss elimination without pivoting: A x = b by the factors L and U of A, which
 * take its place. b is the last column.
 *
 * A[i][j] = 1 / (1 + |i - j|), and N on the diagonal more, so that no pivoting is
 * needed; b is the sum of A's columns j times 1 + j % 3, and so x is known. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 256
#endif

static double a[N][N+1], x[N];

#pragma hpf processors P(4)
#pragma hpf template T(N,N+1)
#pragma hpf distribute T(cyclic,*) onto P
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align x(i) with T(i,N)

int main(void)
{
    int i, j, k;

    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            a[i][j] = 1.0 / (1 + abs(i - j)) + (i == j ? N : 0);
    for (i = 0; i < N; i++) {
        a[i][N] = 0.0;
        for (j = 0; j < N; j++)
            a[i][N] += a[i][j] * (1 + j % 3);
    }

#pragma fpredict region elimination
    for (k = 0; k < N - 1; k++) {
        for (i = k + 1; i < N; i++)
            a[i][k] /= a[k][k];
        for (i = k + 1; i < N; i++)
            for (j = k + 1; j <= N; j++)
                a[i][j] -= a[i][k] * a[k][j];
    }

#pragma fpredict region substitution
    for (k = N - 1; k >= 0; k--) {
        x[k] = a[k][N] / a[k][k];
        for (i = 0; i < k; i++)
            a[i][N] -= a[i][k] * x[k];
    }

    double error = 0.0;
    for (i = 0; i < N; i++)
        error += fabs(x[i] - (1 + i % 3));
    int ok = error < 1e-12 * N;
    printf("lu: N = %d, error %.1e: %s\n", N, error, ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
