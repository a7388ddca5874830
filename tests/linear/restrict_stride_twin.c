/* restrict_stride.c, with a subscript for each dimension. */
#include <stdio.h>

#define N 32
static double f[2*N][2*N], c[N][N];

#pragma hpf processors P(4)
#pragma hpf template T(2*N,2*N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align f(i,j) with T(i,j)
#pragma hpf align c(i,j) with T(2*i,2*j)

int main(void)
{
    for (int i = 0; i < 2*N; i++)
        for (int j = 0; j < 2*N; j++)
            f[i][j] = (i * 5 + j * 3) % 13;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            c[i][j] = 0;
#pragma fpredict region work
    {
        for (int i = 1; i < N; i++)
            for (int j = 1; j < N; j++)
                c[i][j] = 0.5 * f[2 * i][2 * j] + 0.125 * (f[2 * i - 1][2 * j] + f[2 * i + 1][2 * j] + f[2 * i][2 * j - 1] + f[2 * i][2 * j + 1]);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += c[i][j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
