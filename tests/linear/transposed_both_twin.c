/* transposed_both.c, with a subscript for each dimension. */
#include <stdio.h>
#include <stdlib.h>

#define N 64

int main(void)
{
    double (*u)[N] = malloc(sizeof(double[N][N]));
    double (*v)[N] = malloc(sizeof(double[N][N]));
#pragma hpf processors P(2,2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align u(i,j) with T(i,j)
#pragma hpf align v(i,j) with T(i,j)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            u[i][j] = (i * 5 + j * 3) % 13;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            v[i][j] = 0;
#pragma fpredict region work
    {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                v[i][j] = u[j][i] + 1;
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += v[i][j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    free(u);
    free(v);
    return 0;
}
