/* Functions that are passed: called in loops and outside, with arrays and without, passed on, and in another form for each
 * function; some work on what is distributed. */
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 20
#endif
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P

typedef double (*shape)(int i, int n);

static void fill(double *a, int n, double edge(double), shape f)
{
    int i;
    a[0] = edge(2.0);
    for (i = 1; i < n; i++)
        a[i] = (*f)(i, n);
}

static void ends(int n, double *a);

static void bound(int n, double *a, void bc(int n, double *a))
{
    bc(n, a);
}

/* Passed on. */
static void all(double *a, shape f, void bc(int n, double *a), double edge(double))
{
    fill(a, N, edge, f);
    bound(N, a, bc);
}

static double *step(int n, const double *u, double *rhs(int n, double t), void bc(int n, double *a), double t)
{
    double *f = rhs(n, t), *next = malloc(n * sizeof *next);
    for (int i = 1; i < n - 1; i++)
        next[i] = 0.5 * u[i] + 0.25 * (u[i - 1] + u[i + 1]) + f[i];
    next[0] = 0;
    next[n - 1] = 0;
    bc(n, next);
    free(f);
    return next;
}

static double *sources(int n, double t)
{
    double *value = malloc(n * sizeof *value);
    for (int i = 0; i < n; i++)
        value[i] = t * (i % 3);
    return value;
}

static double twice(double t) { return t * 2; }
static double slope(int i, int n) { return i / (double)n; }
static double saw(int i, int n) { return i % 4 + 0.1 * n; }
static void zero(int n, double *a) { a[0] = 0; a[n - 1] = 0; }

static void ends(int n, double *a)
{
    a[0] = 1;
    a[n - 1] = 7;
}

static double total(const double *a)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (1 + i % 5);
    return sum;
}

int main(void)
{
    double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y), *next;
#pragma hpf align (i) with T(i) :: x, y, next
    fill(x, N, twice, slope);
    bound(N, x, ends);
    printf("%.10g\n", total(x));
    fill(y, N, twice, saw);
    bound(N, y, zero);
    printf("%.10g\n", total(y));
    all(x, saw, ends, twice);
    printf("%.10g\n", total(x));
    for (int t = 0; t < 5; t++) {
        next = step(N, x, sources, ends, 0.1 * t);
        for (int i = 0; i < N; i++)
            x[i] = next[i];
        free(next);
    }
    printf("%.10g\n", total(x));
    return 0;
}
