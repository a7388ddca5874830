#include <stdio.h>

#define N 64
#define M 48

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P

double u[N][M], v[N][M];
#pragma hpf align (i,j) with T(i,j) :: u, v

static void set_up(double f[N][M], int rows, int columns)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            f[i][j] = (i * 7 + j * 3) % 11;
}

static void sweep(double to[N][M], double from[N][M])
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++)
            to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

static double weigh(double f[N][M])
{
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += f[i][j] * (1 + (i + 3 * j) % 5);
    return s;
}

int main(void)
{
    set_up(u, N, M);
    set_up(v, N, M);
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        sweep(v, u);
        sweep(u, v);
    }
    printf("%.10g %.10g\n", weigh(u), weigh(v));
    return 0;
}
