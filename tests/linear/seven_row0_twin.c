/* seven_row0.c, with a subscript for each dimension. */
#include <stdio.h>

#define L 16
#define N 24
#define M 20
static double u[L][N][M], v[L][N][M];

#pragma hpf processors P(2,2)
#pragma hpf template T(L,N,M)
#pragma hpf distribute T(block,*,block) onto P
#pragma hpf align u(i,j,k) with T(i,j,k)
#pragma hpf align v(i,j,k) with T(i,j,k)

int main(void)
{
    for (int i = 0; i < L; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < M; k++)
                u[i][j][k] = (i + 2 * j + 3 * k) % 7;
    for (int i = 0; i < L; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < M; k++)
                v[i][j][k] = 0;
#pragma fpredict region work
    {
        for (int i = 1; i < L - 1; i++)
            for (int j = 1; j < N - 1; j++)
                for (int k = 1; k < M - 1; k++)
                    v[i][j][k] = u[i][j][k] - (u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] + u[i][j][k - 1] + u[i][j][k + 1]) / 6;
    }
    double s = 0;
    for (int i = 0; i < L; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < M; k++)
                s += v[i][j][k] * (1 + (i + 3 * j + 4 * k) % 5);
    printf("%.10g\n", s);
    return 0;
}
