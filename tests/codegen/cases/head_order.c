/* Heads of divided loops that set other variables from, or inside, one another. */
#include <stdio.h>
#ifndef N
#define N 20
#endif

static double a[N];
#pragma hpf template T(N)
#pragma hpf distribute T(block)
#pragma hpf align(i) with T(i)::a

int main(void)
{
    int i, k = 3, m, n;
    double s;
    for (s = k++, i = 0; i < N; i++)
        a[i] = i + s;
    printf("%d %f\n", k, s);
    for (m = (k += 2), i = 0; i < N; i++)
        a[i] += m;
    printf("%d %d\n", k, m);
    for (m = k = 4, i = 1; i < N; i++)
        a[i] += k;
    printf("%d %d %d\n", k, m, i);
    for (m = (k = 5, k + 2), n = (k -= 1, m), i = 1; i < N; i++)
        a[i] += m - n + k;
    printf("%d %d %d\n", k, m, n);
    i = 7;
    for (m = i, i = 0, n = ','; i < N; i++)
        a[i] += m + n;
    for (k++, m = ',', i = 0; i < N; i++)
        a[i] += m - k;
    printf("%d %d %d\n", k, m, n);
    for (s = 0, i = 0; i < N; i++)
        s += a[i] * (i + 1);
    printf("%f\n", s);
    return 0;
}
