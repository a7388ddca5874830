/* redblack_if.c, with a subscript for each dimension. */
#include <stdio.h>

#define N 64
#define M 48
static double u[N][M];

#pragma hpf processors P(2,2)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align u(i,j) with T(i,j)

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            u[i][j] = (i * 5 + j * 3) % 13;
#pragma fpredict region work
    for (int c = 0; c < 2; c++) {
#pragma hpf independent
        for (int i = 1; i < N - 1; i++)
#pragma hpf independent
            for (int j = 1; j < M - 1; j++)
                if ((i + j) % 2 == c)
                    u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += u[i][j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
