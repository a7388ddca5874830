/* What stands before a loop that reads one element again and again: that alone where the loop has an
 * iteration in any case, the first two parts of its head where they must tell. What is volatile is
 * read each time. */

#include <stdio.h>

#ifndef N
#define N 12
#endif

double a[N][N], x[N];
volatile double ticks[N];

#pragma hpf processors P(2)
#pragma hpf distribute a(*, cyclic(3)) onto P
#pragma hpf distribute x(block) onto P
#pragma hpf distribute ticks(block) onto P

static void sweep(int from, int to)
{
    int j, k;
    for (k = 0; k < N - 1; k++)
        for (j = k + 1; j < N; j++)
            for (int i = k + 1; i < N; i++)
                a[i][j] -= a[k][j];
    for (k = 0; k < N; k++)
        for (j = 0; j < N; j++)
            a[k][j] += x[k];
    for (j = 1; j < N; j++) {
        for (int i = from; i < to; i++)
            a[i][j] += a[to][j];
        for (k = to; k > from; k--)
            a[k][j] -= a[from][j];
    }
    for (j = from; j < to; j++)
        x[j] += x[to];
    for (j = 0; j < N; j++)
        x[j] += ticks[0];
}

int main(void)
{
    int i, j;
    double sum = 0, other = 0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            a[i][j] = (i + j) % 3 - 1;
    for (i = 0; i < N; i++)
        x[i] = i % 2 + 1;
    for (i = 0; i < N; i++)
        ticks[i] = i % 3;
    sweep(2, N - 3);
    for (i = 0; i < N; i++) {
        other += (i + 1) * x[i];
        for (j = 0; j < N; j++)
            sum += (i + 1) * (j + 2) * a[i][j];
    }
    printf("%.0f %.0f\n", sum, other);
    return 0;
}
