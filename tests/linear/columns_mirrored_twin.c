/* columns_mirrored.c, with a subscript for each dimension. */
#include <stdio.h>

#define N 64
#define M 48
static double u[N][M], v[N][M];

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
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
        for (int i = 0; i < N; i++)
            for (int j = M - 1; j > 0; j--)
                v[i][M - j] = u[i][j] + u[i][M - 1 - j];
        for (int i = N - 2; i >= 0; i--)
            for (int j = M - 1; j >= 0; j -= 2)
                v[i][M - 1 - j] += u[i + 1][M - 1 - j];
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += (u[i][j] + v[i][j]) * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
