/* Loops that go on by what a function returns that communicates, or sets a variable, and loops whose bounds an array says. */
#include <math.h>
#include <stdio.h>
#ifndef N
#define N 40
#endif
static double u[N], v[N], b[N], x[N], y[N], a[N][N];
static int rows[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: u, v, b, x, y
#pragma hpf align a(i,*) with T(i)

static double step(void)
{
    double e = 0;
    for (int i = 1; i < N - 1; i++)
        v[i] = 0.5 * (u[i - 1] + u[i + 1]);
    for (int i = 1; i < N - 1; i++)
        e = fmax(e, fabs(v[i] - u[i]));
    for (int i = 1; i < N - 1; i++)
        u[i] = v[i];
    return e;
}

static double scaled(double by)
{
    double sum = 0;
    for (int i = 0; i < N; i++) {
        b[i] = b[i] * by + u[N - 1 - i];
        sum += b[i];
    }
    return sum;
}

static int tests;
static int is_less(double x, double most)
{
    tests++;
    return x < most;
}

static double relaxed(double *from, double *to)
{
    double e = 0;
    for (int i = 1; i < N - 1; i++)
        to[i] = 0.5 * (from[i - 1] + from[i + 1]);
    for (int i = 1; i < N - 1; i++)
        e = fmax(e, fabs(to[i] - from[i]));
    for (int i = 1; i < N - 1; i++)
        from[i] = to[i];
    return e;
}

int main(void)
{
    double err, left, sum = 0;
    int n = 0, m = 0;
    u[0] = 1;
    u[N - 1] = 3;
    while ((err = step()) > 0.02)
        n++;
    do {
        m += 2;
        if (m % 4 == 0 && m < 20)
            u[N / 2] += 0.5;
    } while ((left = step()) > 0.015);
    do
        n += 3;
    while (scaled(0.5) < 2 * N && n < 90);
    x[0] = 2;
    x[N - 1] = 5;
    do
        n++;
    while ((err = relaxed(x, y)) > 0.01);
    while ((err = relaxed(u, v)) > 0.01 && n < 5000)
        n++;
    for (int k = 0; k < 3 && relaxed(x, y) > 1e-9; k++)
        n++;
    while (relaxed(u, v) > 0.009 && relaxed(x, y) > 0.003)
        n++;
    while (is_less(sum, 100))
        for (int i = 0; i < N; i++)
            sum += u[i] + 1;
    printf("%d %d %d %.9g %.9g\n", n, m, tests, err, left);
    for (int i = 0; i < N; i++)
        rows[i] = 1 + (i * 7) % N;
    for (int i = 1; i < N; i++) {
        int count = rows[i];
        b[i] = 0;
        for (int j = 0; j < count; j++)
            b[i] = b[i] * 0.5 + b[i - 1] * 0.1 + a[i - 1][j] * 0.2 + 1;
        for (int j = count; j < N; j++)
            a[i][j] = b[i];
    }
    for (int i = 0; i < N; i++)
        sum += u[i] + b[i] + x[i] + a[i][7];
    printf("%.9g\n", sum);
    return 0;
}
