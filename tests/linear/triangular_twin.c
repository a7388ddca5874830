/* triangular.c, with a subscript for each dimension. */
#include <stdio.h>

#define N 64
static double a[N][N];

#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(cyclic,*) onto P
#pragma hpf align a(i,j) with T(i,j)

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i + 2 * j) % 7;
#pragma fpredict region work
    {
        for (int i = 0; i < N; i++)
            for (int j = 0; j <= i; j++)
                a[i][j] = a[i][j] * 0.5 + 1;
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += a[i][j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
