/* Heads of divided loops that set other variables, too. */
#include <stdio.h>
#ifndef N
#define N 20
#endif

static double a[N], b[N];
#pragma hpf template T(N)
#pragma hpf distribute T(block)
#pragma hpf align(i) with T(i)::a, b

int main(void)
{
    int i, k, low, high;
    double s, t;
    for (i = 0, k = 3; i < N; i++)
        a[i] = i + k;
    for (s = 5, i = 0; i < N; i++)
        s += a[i];
    if (k > 2)
        for (t = 1, low = 2, high = N - low, i = low; i < high; i++)
            t += a[i] * low;
    else
        for (t = 0, i = 0; i < N; i++)
            t += a[i];
    for (k = 0; k < 2; k++)
        for (low = k + 1, i = low; i < N - 1; i++)
            b[i] = a[i - 1] + a[i + 1] + low + b[i];
    printf("%f %f %d %d %d %d\n", s, t, low, high, i, k);
    for (s = -k, i = N - 1; i >= 0; i--)
        s += b[i] * i;
    printf("%f %d\n", s, i);
    return 0;
}
