/* The diagonal, a[i*(N+1)] = a[i][i]. */
#include <stdio.h>

#define N 64
static double a[N*N];

#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf dimension(N,N), align(i,j) with T(i,j) :: a

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i*N + j] = (i * 5 + j * 3) % 13;
#pragma fpredict region work
    {
        for (int i = 0; i < N; i++)
            a[i * (N + 1)] += 10;
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += a[i*N + j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
