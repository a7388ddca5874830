#include <stdio.h>

#define N 64
#define M 48

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P

double u[N][M], v[N][M];
#pragma hpf align (i,j) with T(i,j) :: u, v

void sweep(double to[N][M], double from[N][M], int n, int m);

static void fill(double a[N][M])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 7 + j * 3) % 11;
}

int main(void)
{
    fill(u);
    fill(v);
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        sweep(v, u, N, M);
        sweep(u, v, N, M);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += u[i][j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}

void sweep(double to[N][M], double from[N][M], int n, int m)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}
