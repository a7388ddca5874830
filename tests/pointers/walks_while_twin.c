/* walks_while.c by indices. */
#include <stdio.h>

#define N 64

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
double a[N], b[N];
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

static void copy(double *to, const double *from, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}

static void set(double *to, int n, double by)
{
    for (int i = 0; i < n; i++)
        to[i] = by;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * 7 % 11;
    set(b, N, 0.5);
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        for (int i = 1; i < N - 1; i++)
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        for (int i = 0; i < N; i++)
            a[i] += b[i];
        copy(a, b, N);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] * (1 + i % 5);
    printf("%.10g\n", s);
    return 0;
}
