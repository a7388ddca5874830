/* ghost_columns.c, with a subscript for each dimension. */
#include <stdio.h>

#define N 64
#define M 48
#define G 2
#define W (M + 2*G)
static double u[N][W], v[N][W];

#pragma hpf processors P(4)
#pragma hpf template T(N,W)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align u(i,j) with T(i,j)
#pragma hpf align v(i,j) with T(i,j)

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < W; j++) {
            u[i][j] = (i * 7 + j * 3) % 11;
            v[i][j] = 0;
        }
#pragma fpredict region work
    {
        for (int i = 0; i < N; i++)
            for (int g = 0; g < G; g++) {
                u[i][g] = u[i][M + g];
                u[i][M + G + g] = u[i][G + g];
            }
        for (int i = 1; i < N; i++)
            v[i][W - G] = u[i - 1][W - G] + u[i - 1][W - G - 1];
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < W; j++)
            s += (u[i][j] + v[i][j]) * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
