/* Matrix multiplication, C = A B, of square matrices.
 *
 * A[i][k] = i + k and B[k][j] = k - j, so that C is known for every N from the
 * sums of k and of k squared, exactly. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 128
#endif

static double a[N][N], b[N][N], c[N][N];

#pragma hpf processors P(2,2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align b(i,j) with T(i,j)
#pragma hpf align c(i,j) with T(i,j)

int main(void)
{
    int i, j, k;

    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            a[i][j] = i + j;
            b[i][j] = i - j;
            c[i][j] = 0.0;
        }

    for (i = 0; i < N; i++)
        for (k = 0; k < N; k++)
            for (j = 0; j < N; j++)
                c[i][j] += a[i][k] * b[k][j];

    const double n = N, sum = n * (n - 1) / 2, squares = sum * (2 * n - 1) / 3;
    double error = 0.0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            error += fabs(c[i][j] - (squares + (i - j) * sum - n * i * j));
    int ok = error == 0.0; /* whole numbers below 2^53 */
    printf("matmul: N = %d, C[N-1][N-1] = %.0f, error %.1e: %s\n", N, c[N-1][N-1], error,
           ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
