/* Functions that exchange their formals, which are again what they were when they return: rows,
 * planes, pointers to rows, flat arrays; in loops, in branches, by a function, three of them; for
 * several arrays, in loops around the call, and in a function that gets them as formals itself. */
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 12
#endif
#define M (N + 3)
#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
#pragma hpf template S(N)
#pragma hpf distribute S(cyclic) onto P
double a[N][M], b[N][M], c[N][M];
#pragma hpf align (i,j) with T(i,j) :: a, b, c
double x[N], y[N];
#pragma hpf align (i) with S(i) :: x, y

static void rows(double **u, double **v, int n)
{
    for (int t = 0; t < n; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
        double **tmp = u;
        u = v;
        v = tmp;
    }
}

static double planes(double ***u0, double ***u1, int n)
{
    double last = 0;
    int is_more = 1, steps = 0;
    while (is_more) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 0; j < 5; j++)
                for (int k = 0; k < 3; k++)
                    u1[i][j][k] = u0[i - 1][j][k] + 0.5 * u0[i + 1][j][k];
        double ***kept = u0;
        u0 = u1;
        u1 = kept;
        last = 0;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < 5; j++)
                last += u0[i][j][1];
        steps++;
        is_more = steps < n;
    }
    return last;
}

static void swap(double (**p)[M], double (**q)[M])
{
    double(*t)[M] = *p;
    *p = *q;
    *q = t;
}

/* It begins with an exchange, so that the first sweep writes what the caller reads next. */
static void once(double (*u)[M], double (*v)[M])
{
    swap(&u, &v);
    for (int i = 1; i < N; i++)
        for (int j = 0; j < M; j++)
            v[i][j] = u[i - 1][j] + 1;
}

static void around(double (*old)[M], double (*now)[M], double (*next)[M], int n)
{
    for (int t = 0; t < n; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 0; j < M; j++)
                next[i][j] = 0.5 * (now[i - 1][j] + now[i + 1][j]) - 0.1 * old[i][j];
        if (t != 3) {
            double(*first)[M] = old;
            old = now;
            now = next;
            next = first;
        }
    }
}

static void line(double *restrict from, double *restrict to, int n)
{
    for (int t = 0; t < n; t++) {
        for (int i = 1; i < N; i++)
            to[i] = from[i - 1] + t;
        double *other = from;
        from = to;
        to = other;
    }
}

static void both(double *p, double *q)
{
    line(p, q, 3);
    for (int i = 1; i < N; i++)
        p[i] += 0.5 * q[i - 1];
    line(q, p, 2);
}

static double sum(double z[N][M])
{
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += z[i][j] * (i + 2 * j + 1);
    return s;
}

int main(void)
{
    double **u, **v, ***d, ***e;
    double *f = malloc(N * sizeof *f), *g = malloc(N * sizeof *g);
#pragma hpf dimension(N,M), align (i,j) with T(i,j) :: u, v
#pragma hpf dimension(N,5,3), align (i,*,*) with S(i) :: d, e
#pragma hpf dimension(N), align (i) with T(i,*) :: f, g
    u = malloc(N * sizeof *u);
    v = malloc(N * sizeof *v);
    d = malloc(N * sizeof *d);
    e = malloc(N * sizeof *e);
    for (int i = 0; i < N; i++) {
        u[i] = malloc(M * sizeof **u);
        v[i] = malloc(M * sizeof **v);
        d[i] = malloc(5 * sizeof **d);
        e[i] = malloc(5 * sizeof **e);
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 5; j++) {
            d[i][j] = malloc(3 * sizeof ***d);
            e[i][j] = malloc(3 * sizeof ***e);
        }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            u[i][j] = a[i][j] = i * j % 7;
            v[i][j] = b[i][j] = (i + j) % 5;
            c[i][j] = i - j;
        }
        for (int j = 0; j < 5; j++)
            for (int k = 0; k < 3; k++) {
                d[i][j][k] = i + 2 * j + k;
                e[i][j][k] = i * j - k;
            }
        x[i] = f[i] = i;
        y[i] = g[i] = 2 * i % 5;
    }
    rows(u, v, 5);
    double r = 0, s = 0;
    for (int i = 1; i < N; i++)
        for (int j = 0; j < M; j++) {
            r += u[i][j] * (i + j) + u[i - 1][j];
            s += v[i][j] * (i + j) - v[i - 1][j];
        }
    printf("%.8g %.8g\n", r, s);
    for (int t = 0; t < 3; t++) {
        rows(v, u, 3);
        u[t][1] += v[t + 1][2];
    }
    double last = planes(d, e, 4);
    printf("%.8g %.8g %.8g\n", last, d[N / 2][1][1], e[N / 2][1][1]);
    for (int t = 0; t < 3; t++) {
        for (int i = 1; i < N; i++)
            c[i][0] += a[i - 1][t];
        once(a, b);
        for (int i = 1; i < N; i++)
            c[i][1] += a[i - 1][t] - b[i - 1][t];
    }
    printf("%.8g %.8g %.8g\n", sum(a), sum(b), sum(c));
    around(a, b, c, 7);
    printf("%.8g %.8g %.8g\n", sum(a), sum(b), sum(c));
    line(x, y, 3);
    both(f, g);
    r = s = 0;
    for (int i = 1; i < N; i++)
        r += i * x[i] - y[i - 1];
    for (int i = 1; i < N; i++)
        s += i * f[i] - g[i - 1];
    printf("%.8g %.8g\n", r, s);
    return 0;
}
