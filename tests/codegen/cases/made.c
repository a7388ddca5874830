/* Functions that ask for memory, fill it and return it: in declarations of one and of several, in assignments, again in
 * each step, with zeros, by way of another such function, for what is distributed and for what is not, with and without
 * a test for memory; and where the old values are looked at, under another name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef N
#define N 20
#endif
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P

static double *spread(double from, double to, int n)
{
    int i;
    double *a = (double *)malloc(sizeof(double) * n), step = (to - from) / (n - 1);
    for (i = 0; i < n; i++)
        a[i] = from + i * step;
    return a;
}

static double *zeros(int n)
{
    double *z;
    z = calloc((size_t)n, sizeof *z);
    if (z == NULL) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return z;
}

/* All but the first, which is 0 as yet. */
static double *partly(int n, double s)
{
    double *p = calloc(n, sizeof(double));
    if (!p)
        return NULL;
    for (int i = 1; i < n; i++)
        p[i] = p[i - 1] == 0 ? s : p[0] + s;
    return p;
}

/* By way of another. */
static double *doubled(int n)
{
    double *d = spread(1, 2, n);
    for (int i = 0; i < n; i++)
        d[i] = 2 * d[i];
    return d;
}

static double rise(int t)
{
    return 0.5 * t;
}

static double *step(int n, const double *u, int t)
{
    double *next = malloc(n * sizeof *next);
    next[0] = rise(t);
    for (int i = 1; i < n - 1; i++)
        next[i] = 0.25 * (u[i - 1] + 2 * u[i] + u[i + 1]);
    next[n - 1] = u[n - 1];
    return next;
}

static double *shared;
#pragma hpf align (i) with T(i) :: shared

static double *other(int n)
{
    double *o = malloc(n * sizeof *o);
    for (int i = 0; i < n; i++)
        o[i] = 3 * i;
    return o;
}

static void show(const char *what, const double *a)
{
    double sum = 0, weighted = 0;
    for (int i = 0; i < N; i++)
        sum += a[i];
    for (int i = 0; i < N; i++)
        weighted += a[i] * (i % 7);
    printf("%s %.10g %.10g\n", what, sum, weighted);
}

int main(void)
{
    double *x = spread(0, 10, N);
    double *v = zeros(N), *w = spread(5, 6, N);
    double *now, *next, *part, *twice;
#pragma hpf align (i) with T(i) :: x, v, w, now, next, part, twice
    double *whole = spread(-1, 1, N), *few = zeros(3);
    now = spread(1, 4, N);
    part = partly(N, 0.5);
    twice = doubled(N);
    shared = other(N);
    for (int i = 1; i < N; i++)
        v[i] += x[i - 1] + w[i] + whole[i] + few[i % 3];
    for (int t = 0; t < 5; t++) {
        next = step(N, now, t);
        for (int i = 0; i < N; i++)
            now[i] = next[i] + (t % 2 ? 0.1 : 0);
        free(next);
    }
    show("x", x);
    show("v", v);
    show("w", w);
    show("now", now);
    show("part", part);
    show("twice", twice);
    show("shared", shared);
    v = zeros(N);
    show("v", v);
    free(x);
    free(v);
    free(shared);
    free(whole);
    free(few);
    return 0;
}
