/* A row that is found at run time is copied, as it is, and the one after it; flat. */
#include <stdio.h>

#define N 64
static double a[N*N], b[N], c[N];

#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf dimension(N,N), align(i,j) with T(i,j) :: a

int main(void)
{
    int p = 0;
    double best = -1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i*N + j] = (i * 5 + j) % 7;
    for (int i = 0; i < N - 1; i++)
        if (a[i*N] > best) {
            best = a[i*N];
            p = i;
        }
#pragma fpredict region work
    {
        for (int j = 0; j < N; j++)
            b[j] = a[p*N + j];
        for (int j = 1; j < N - 1; j++)
            c[j] = a[N * (p + 1) + j - 1];
    }
    double s = 0;
    for (int j = 0; j < N; j++)
        s += b[j] * j + c[j];
    printf("%g\n", s);
    return 0;
}
