#include "heat.h"

double u[N][N], v[N][N];

void start(void)
{
#pragma hpf independent
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            u[i][j] = i == 0 ? 100.0 : 0.0;
            v[i][j] = u[i][j];
        }
}

double residual(void)
{
    double sum = 0;
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            sum += (u[i][j] - v[i][j]) * (u[i][j] - v[i][j]);
    return sum;
}

void relax(double to[N][N], double from[N][N])
{
#pragma hpf align to(i, j) with T(i, j)
#pragma hpf align from(i, j) with T(i, j)
#pragma hpf independent
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}
