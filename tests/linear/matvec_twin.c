/* matvec.c, with a subscript for each dimension. */
#include <stdio.h>

#define N 64
static double a[N][N], x[N], y[N];

#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align x(i) with T(i,0)
#pragma hpf align y(i) with T(i,0)

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 5 + j * 3) % 13;
    for (int i = 0; i < N; i++)
        x[i] = i % 3;
    for (int i = 0; i < N; i++)
        y[i] = 0;
#pragma fpredict region work
    {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                y[i] += a[i][j] * x[j];
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        s += y[i] * (1 + (i) % 5);
    printf("%.10g\n", s);
    return 0;
}
