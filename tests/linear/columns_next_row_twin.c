/* columns_next_row.c, with a subscript for each dimension. */
#include <stdio.h>

#define N 64
#define M 48
static double u[N][M], v[N][M];

#pragma hpf processors P(2,2)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align u(i,j) with T(i,j)
#pragma hpf align v(i,j) with T(i,j)

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
        for (int i = N - 1; i >= 0; i--)
            v[i][M - 1] = u[i][M - 2] - u[i][0];
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += (u[i][j] + v[i][j]) * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
