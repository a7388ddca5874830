/* The solution of A x = b as High Performance Linpack finds it: LU with partial pivoting, by
 * blocks of NB columns, right-looking, A in cycles of NB rows and NB columns over a grid of
 * processors.
 *
 * For each block: the panel of NB columns is factored (the largest element of a column is found,
 * its row changes places with the row of the diagonal, the column is divided by it and what is
 * right of it in the panel updated); then the rows of the block right of the panel are solved
 * for, and what is left of the matrix is updated by a product of matrices.
 *
 * A is random, by a generator that gives each element without the others; b is the last column. The
 * residual is scaled as HPL's, and must be below 16. */

#include <float.h>
#include <math.h>
#include <stdio.h>

#ifndef N
#define N 256
#endif
#ifndef NB
#define NB 32
#endif

static double a[N][N + 1], x[N];

#pragma hpf processors P(2, 2)
#pragma hpf template T(N, N + 1)
#pragma hpf distribute T(cyclic(NB), cyclic(NB)) onto P
#pragma hpf align a(i, j) with T(i, j)

/* Element (i,j), in (-0.5, 0.5). */
static double element(long i, long j)
{
    long v = (i * 7919 + j * 104729 + 1) % 1000003;

    return v * v % 1000003 * v % 1000003 / 1000003.0 - 0.5;
}

int main(void)
{
    int i, j, k, c, pivot;
    double largest, t;

    for (i = 0; i < N; i++)
        for (j = 0; j <= N; j++)
            a[i][j] = element(i, j);

#pragma fpredict region factorization
    for (k = 0; k < N; k += NB) {
        const int end = k + NB < N ? k + NB : N;
#pragma fpredict region panel
        for (j = k; j < end; j++) {
            largest = -1.0;
            pivot = j;
            for (i = j; i < N; i++)
                if (fabs(a[i][j]) > largest) {
                    largest = fabs(a[i][j]);
                    pivot = i;
                }
#pragma fpredict probability(0.9)
            if (pivot != j)
                for (c = 0; c <= N; c++) {
                    t = a[j][c];
                    a[j][c] = a[pivot][c];
                    a[pivot][c] = t;
                }
            for (i = j + 1; i < N; i++)
                a[i][j] /= a[j][j];
            for (i = j + 1; i < N; i++)
                for (c = j + 1; c < end; c++)
                    a[i][c] -= a[i][j] * a[j][c];
        }
#pragma fpredict region solve
        for (j = k; j < end; j++)
            for (i = j + 1; i < end; i++)
                for (c = end; c <= N; c++)
                    a[i][c] -= a[i][j] * a[j][c];
#pragma fpredict region update
        for (i = end; i < N; i++)
            for (j = k; j < end; j++)
                for (c = end; c <= N; c++)
                    a[i][c] -= a[i][j] * a[j][c];
    }

#pragma fpredict region substitution
    for (k = N - 1; k >= 0; k--) {
        x[k] = a[k][N] / a[k][k];
        for (i = 0; i < k; i++)
            a[i][N] -= a[i][k] * x[k];
    }

    double residual = 0.0, norm_a = 0.0, norm_x = 0.0;
    for (i = 0; i < N; i++) {
        double r = -element(i, N), sum = 0.0;
        for (j = 0; j < N; j++) {
            r += element(i, j) * x[j];
            sum += fabs(element(i, j));
        }
        residual = fmax(residual, fabs(r));
        norm_a = fmax(norm_a, sum);
        norm_x = fmax(norm_x, fabs(x[i]));
    }
    double scaled = residual / (DBL_EPSILON * norm_a * norm_x * N);
    printf("hpl: N = %d, scaled residual %.1e: %s\n", N, scaled, scaled < 16 ? "ok" : "WRONG");
    return scaled < 16 ? 0 : 1;
}
