/* planes_last.c, with a subscript for each dimension. */
#include <stdio.h>

#define L 16
#define N 24
#define M 20
static double u[L][N][M], v[L][N][M];

#pragma hpf processors P(2,2)
#pragma hpf template T(L,N,M)
#pragma hpf distribute T(block,block,*) onto P
#pragma hpf align u(i,j,k) with T(i,j,k)
#pragma hpf align v(i,j,k) with T(i,j,k)

int main(void)
{
    for (int i = 0; i < L; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < M; k++) {
                u[i][j][k] = (i + 2 * j + 3 * k) % 7;
                v[i][j][k] = 0;
            }
#pragma fpredict region work
    {
        for (int j = 0; j < N; j++)
            for (int k = 0; k < M; k++)
                u[L - 1][j][k] = u[L - 2][j][k];
        for (int i = 0; i < L; i++)
            for (int k = 0; k < M; k++)
                u[i][N - 1][k] = u[i][N - 2][k];
        for (int i = 0; i < L; i++)
            for (int j = 0; j < N; j++)
                u[i][j][M - 1] = u[i][j][M - 2];
        for (int i = L - 1; i > 0; i--)
            for (int j = 0; j < N; j++)
                v[i][j][M - 1] = u[i - 1][j][M - 1];
        u[L - 1][N - 1][M - 1] = u[L - 1][N - 1][M - 2];
    }
    double s = 0;
    for (int i = 0; i < L; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < M; k++)
                s += (u[i][j][k] + v[i][j][k]) * (1 + (i + 3 * j + 4 * k) % 5);
    printf("%.10g\n", s);
    return 0;
}
