/* interleaved.c, with a subscript for each dimension. */
#include <stdio.h>

#define N 32
#define M 32
#define C 5
static double q[N][M][C], p[N][M][C];

#pragma hpf processors P(2,2)
#pragma hpf template T(N,M,C)
#pragma hpf distribute T(block,block,*) onto P
#pragma hpf align q(i,j,k) with T(i,j,k)
#pragma hpf align p(i,j,k) with T(i,j,k)

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < C; k++)
                q[i][j][k] = (i + 2 * j + 3 * k) % 7;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < C; k++)
                p[i][j][k] = 0;
#pragma fpredict region work
    {
        for (int i = 1; i < N; i++)
            for (int j = 1; j < M; j++)
                for (int c = 0; c < C; c++)
                    p[i][j][c] = q[i - 1][j][c] + q[i][j - 1][(c + 1) % C];
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < C; k++)
                s += p[i][j][k] * (1 + (i + 3 * j + 4 * k) % 5);
    printf("%.10g\n", s);
    return 0;
}
