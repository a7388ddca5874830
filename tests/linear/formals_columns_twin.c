/* formals_columns.c, with a subscript for each dimension. */
#include <stdio.h>

#define N 64
#define M 48
static double u[N][M], v[N][M];

#pragma hpf processors P(2,2)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align u(i,j) with T(i,j)
#pragma hpf align v(i,j) with T(i,j)

static void border(int rows, int m, double x[rows][m])
{
    for (int i = 0; i < rows; i++) {
        x[i][0] = x[i][1];
        x[i][m - 1] = x[i][m - 2];
    }
    for (int j = 1; j < m - 1; j++) {
        x[0][j] = x[1][j];
        x[rows - 1][j] = x[rows - 2][j];
    }
    x[rows - 1][m - 1] = x[rows - 1][m - 2];
}

static void shifted(int rows, int m, double to[rows][m], double from[rows][m])
{
    for (int i = 0; i < rows - 1; i++)
        to[i][m - 2] = from[i + 1][m - 2] + from[i][m - 3];
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
    {
        border(N, M, u);
        shifted(N, M, v, u);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += (u[i][j] + v[i][j]) * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
