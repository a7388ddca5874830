/* LU, cyclic columns, through the first row. */
#include <stdio.h>

#define N 40
static double a[N][N];

#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(*,cyclic) onto P
#pragma hpf align a(i,j) with T(i,j)

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[0][i*N + j] = i == j ? 2 * N : (i + 2 * j) % 7;
#pragma fpredict region work
    for (int k = 0; k < N - 1; k++) {
        for (int i = k + 1; i < N; i++)
            a[0][i*N + k] /= a[0][k*N + k];
        for (int i = k + 1; i < N; i++)
            for (int j = k + 1; j < N; j++)
                a[0][i*N + j] -= a[0][i*N + k] * a[0][k*N + j];
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += a[0][i*N + j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
