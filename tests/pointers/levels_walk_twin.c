/* levels_walk and levels_walk_counted: two grids, each named by itself. */
#include <stdio.h>

#define N 64

#pragma hpf processors P(4)

static double u[N][N], r[N][N], half_u[N / 2][N / 2], half_r[N / 2][N / 2];
#pragma hpf distribute(block,*) onto P :: u, r, half_u, half_r

static void begin(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            u[i][j] = (i * 7 + j * 3) % 11;
            r[i][j] = 0;
        }
}

static void sweep(void)
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            r[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            u[i][j] = r[i][j];
}

static double weigh(void)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += u[i][j] * (1 + (i + 3 * j) % 5);
    return s;
}

static void begin_half(void)
{
    for (int i = 0; i < N / 2; i++)
        for (int j = 0; j < N / 2; j++) {
            half_u[i][j] = (i * 7 + j * 3) % 11;
            half_r[i][j] = 0;
        }
}

static void sweep_half(void)
{
    for (int i = 1; i < N / 2 - 1; i++)
        for (int j = 1; j < N / 2 - 1; j++)
            half_r[i][j] = 0.25 * (half_u[i - 1][j] + half_u[i + 1][j] + half_u[i][j - 1] + half_u[i][j + 1]);
    for (int i = 1; i < N / 2 - 1; i++)
        for (int j = 1; j < N / 2 - 1; j++)
            half_u[i][j] = half_r[i][j];
}

static double weigh_half(void)
{
    double s = 0;
    for (int i = 0; i < N / 2; i++)
        for (int j = 0; j < N / 2; j++)
            s += half_u[i][j] * (1 + (i + 3 * j) % 5);
    return s;
}

int main(void)
{
    begin();
    begin_half();
#pragma fpredict region work
    {
        for (int t = 0; t < 2; t++)
            sweep();
        for (int t = 0; t < 2; t++)
            sweep_half();
        for (int t = 0; t < 3; t++)
            sweep_half();
        for (int t = 0; t < 3; t++)
            sweep();
    }
    printf("%.15g\n", weigh());
    printf("%.15g\n", weigh_half());
    return 0;
}
