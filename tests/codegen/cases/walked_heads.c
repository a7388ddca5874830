/* Loops whose heads move pointers through distributed arrays, and functions that move them through
 * rows. */
#include <stdio.h>
#ifndef N
#define N 23
#endif
#define M 9
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
static double a[N], b[N], c[N][M], d[N][M], e[N];
#pragma hpf align(i) with T(i)::a, b, e
#pragma hpf align(i, *) with T(i)::c, d

static void fill(double *x, int n, double v)
{
    for (int i = 0; i < n; i++)
        *x++ = v + i;
}

static void scale(double *x, double f, int n)
{
    for (double *end = x + n; x < end; x++)
        *x *= f;
}

static double total(const double *x, int n)
{
    double s = 0;
    while (n-- > 0)
        s += *x++;
    return s;
}

static double dot(const double *x, const double *y, int n)
{
    double s = 0;
    for (const double *end = x + n; x != end;)
        s += *x++ * *y++;
    return s;
}

int main(void)
{
    double *p, *q, s = 0;
    for (p = a; p < a + N; p++)
        *p = 1.5;
    for (int i = 0; i < N; i++)
        a[i] += i * i % 13;
    for (p = a, q = b; p < a + N; p++, q++)
        *q = *p * 2;
    for (p = b + 2; p != b + N - 1; ++p)
        *p += 0.5;
    for (double *x = &a[1], *y = b; x < &a[N - 1]; ++x, ++y)
        *y += x[-1] + *(x + 1);
    for (p = b; p < b + N; ++p)
        s += *p;
    const double *from = a + 3, *end = a + N;
    while (from < end)
        s += 2 * *from++;
    for (int i = 0; i < N; i++)
        fill(c[i], M, i);
    for (int i = 0; i < N; i++)
        scale(c[i], 0.5, M);
    for (int i = 0; i < N; i++) {
        double *x = c[i], *y = d[i];
        while (x < c[i] + M)
            *y++ = *x++ * 2 + a[i];
    }
    for (int i = 0; i < N; i++)
        e[i] = total(d[i], M) + dot(c[i], d[i], M);
    for (p = e; p < e + N; p++)
        s += *p;
    scale(d[N / 2], 3, M);
    s += total(d[N / 2], M) + total(d[0], 4);
    for (int k = 0; k < 3; k++)
        for (p = a + k; p < a + N - k; p++)
            *p = *p * 0.5 + k;
    for (int i = 0; i < N; i++)
        s += a[i] * (i + 1) + b[i] * (i % 3);
    printf("%.10g\n", s);
    return 0;
}
