/* Distributed arrays that are declared with what is not, and with values. */
#include <stdio.h>
#ifndef N
#define N 37
#endif
static double before = 2, a[N], total, b[N] = {1, 2, 3, 4, 5, 6}, *p = &total;
double c[N], /* , a comment; */ d[N] = {0};
#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
#pragma hpf align c(i) with T(i)
#pragma hpf align d(i) with T(i)
int main(void); /* declared before, too */
int main(void)
{
    int i;
    double x = 1, e[N], y = 2;
    double f[N] = {0.0}, g[N];
#pragma hpf align e(i) with T(i)
#pragma hpf align f(i) with T(i)
    for (i = 0; i < N; i++) {
        a[i] = b[i] + before;
        c[i] = d[i] + a[i];
        e[i] = c[i] * y + f[i];
    }
    for (i = 0; i < N; i++)
        g[i] = i;
    for (i = 0; i < N; i++)
        total += e[i] + x + g[i];
    printf("%g\n", *p);
    return 0;
}
