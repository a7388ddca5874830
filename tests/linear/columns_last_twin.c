/* columns_last.c, with a subscript for each dimension. */
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
        for (int i = 0; i < N; i++) {
            u[i][0] = u[i][1];
            u[i][M - 1] = u[i][M - 2];
        }
        for (int i = 1; i < N; i++)
            v[i][M - 1] = u[i - 1][M - 1];
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += (u[i][j] + v[i][j]) * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
