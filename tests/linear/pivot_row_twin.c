/* pivot_row.c, with a subscript for each dimension. */
#include <stdio.h>

#define N 64
static double a[N][N], b[N], c[N];

#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align a(i,j) with T(i,j)

int main(void)
{
    int p = 0;
    double best = -1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 5 + j) % 7;
    for (int i = 0; i < N - 1; i++)
        if (a[i][0] > best) {
            best = a[i][0];
            p = i;
        }
#pragma fpredict region work
    {
        for (int j = 0; j < N; j++)
            b[j] = a[p][j];
        for (int j = 1; j < N - 1; j++)
            c[j] = a[p + 1][j - 1];
    }
    double s = 0;
    for (int j = 0; j < N; j++)
        s += b[j] * j + c[j];
    printf("%g\n", s);
    return 0;
}
