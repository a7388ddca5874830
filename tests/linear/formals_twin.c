/* formals.c, with a subscript for each dimension. */
#include <stdio.h>

#define N 64
#define M 48
static double u[N][M], v[N][M];

#pragma hpf processors P(2,2)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align u(i,j) with T(i,j)
#pragma hpf align v(i,j) with T(i,j)


static void sweep(int n, int m, double a[n][m], double b[n][m])
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            u[i][j] = (i * 7 + j * 3) % 11;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            v[i][j] = 0;
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        sweep(N, M, u, v);
        sweep(N, M, v, u);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += u[i][j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
