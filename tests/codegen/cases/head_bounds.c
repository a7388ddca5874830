/* Divided loops whose bounds their heads set first. */
#include <stdio.h>
#ifndef N
#define N 20
#endif

static double a[N], b[N];
#pragma hpf template T(N)
#pragma hpf distribute T(block)
#pragma hpf align(i) with T(i)::a
#pragma hpf align(i) with T(i)::b

int main(void)
{
    int m = 8, i, n = N;
    double sum = 0;
    for (i = 0; i < N; i++) {
        a[i] = i;
        b[i] = 2 * i;
    }
    for (int t = 0; t < 3; t++) {
        for (m = 4, i = m; i < N - 1; i++)
            a[i] += t + b[i + 1];
        m = 8;
    }
    printf("%d %d\n", m, i);
    for (n = 5, i = 0; i < n; i++)
        a[i] += 100;
    printf("%d %d\n", n, i);
    for (i = 0; i < N; i++)
        sum += (i + 1) * (a[i] + 3 * b[i]);
    printf("%g\n", sum);
    return 0;
}
