/* matmul.c, with a subscript for each dimension. */
#include <stdio.h>

#define N 48
static double a[N][N], b[N][N], c[N][N];

#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align b(i,j) with T(i,j)
#pragma hpf align c(i,j) with T(i,j)

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i + 2 * j) % 7;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i][j] = (3 * i + j) % 5;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            c[i][j] = 0;
#pragma fpredict region work
    {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                for (int k = 0; k < N; k++)
                    c[i][j] += a[i][k] * b[k][j];
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += c[i][j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
