/* Conjugate gradients for the five-point star on a square: ../stencil.c, data-parallel. */

#include <stdio.h>

#ifndef N
#define N 128
#endif

static double x[N][N], r[N][N], p[N][N], q[N][N];

#pragma hpf processors P(4)
#pragma hpf template T(N, N)
#pragma hpf distribute T(block, *) onto P
#pragma hpf align x(i, j) with T(i, j)
#pragma hpf align r(i, j) with T(i, j)
#pragma hpf align p(i, j) with T(i, j)
#pragma hpf align q(i, j) with T(i, j)

int main(void)
{
    int niter = 40;
    double rho = 0.0;
    int i, j, it;

    for (i = 1; i < N - 1; i++)
        for (j = 1; j < N - 1; j++) {
            r[i][j] = 1.0 + (i + 2 * j) % 5;
            p[i][j] = r[i][j];
            rho += r[i][j] * r[i][j];
        }
    const double first = rho;

    for (it = 0; it < niter; it++) {
        double pq = 0.0, rr = 0.0;
        for (i = 1; i < N - 1; i++)
            for (j = 1; j < N - 1; j++) {
                q[i][j] = 4.0 * p[i][j] - p[i - 1][j] - p[i + 1][j] - p[i][j - 1] - p[i][j + 1];
                pq += p[i][j] * q[i][j];
            }
        const double alpha = rho / pq;
        for (i = 1; i < N - 1; i++)
            for (j = 1; j < N - 1; j++) {
                x[i][j] += alpha * p[i][j];
                r[i][j] -= alpha * q[i][j];
                rr += r[i][j] * r[i][j];
            }
        const double beta = rr / rho;
        rho = rr;
        for (i = 1; i < N - 1; i++)
            for (j = 1; j < N - 1; j++)
                p[i][j] = r[i][j] + beta * p[i][j];
    }
    printf("stencil: N = %d, %d iterations, residual %.2e\n", N, niter, rho / first);
    return 0;
}
