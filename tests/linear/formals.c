/* A function of flat formals and their extents. */
#include <stdio.h>

#define N 64
#define M 48
static double u[N*M], v[N*M];

#pragma hpf processors P(2,2)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,block) onto P
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: u
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: v


static void sweep(int n, int m, double *a, double *b)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            b[i * m + j] = 0.25 * (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            u[i*M + j] = (i * 7 + j * 3) % 11;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            v[i*M + j] = 0;
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        sweep(N, M, u, v);
        sweep(N, M, v, u);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += u[i*M + j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
