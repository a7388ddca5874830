/* Pointers that exchange their arrays: one after the other, in branches, by a function and a macro,
 * three of them, in a loop of as many iterations as the data need, in a function that others call;
 * and tests of what malloc returns. */
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 12
#endif
#define M (N + 3)
#define SWAP(a, b)                                                                                 \
    do {                                                                                           \
        double *kept = a;                                                                          \
        a = b;                                                                                     \
        b = kept;                                                                                  \
    } while (0)
#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P

typedef double row[M];
static double *old, *now, *next;
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: old, now, next

static void swap(double **a, double **b)
{
    double *t = *a;
    *a = *b;
    *b = t;
}

static void smooth(double *restrict to, const double *restrict from)
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++)
            to[i * M + j] = 0.25 * (from[(i - 1) * M + j] + from[(i + 1) * M + j] + from[i * M + j - 1] +
                                    from[i * M + j + 1]);
}

static int advance(void)
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++)
            next[i * M + j] = now[(i - 1) * M + j] + now[(i + 1) * M + j] - old[i * M + j];
    double *first = old;
    old = now;
    now = next;
    next = first;
    return 1;
}

static double sum(const double *a)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += a[i * M + j] * (1 + (i + 3 * j) % 5);
    return s;
}

int main(void)
{
    double *u = malloc(N * M * sizeof *u), *v = calloc(N * M, sizeof *v), *t;
    row *a = malloc(N * sizeof *a), *b = malloc(sizeof(double[N][M])), *c;
    double change = 1;
    int steps = 0;
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: u, v
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align b(i,j) with T(i,j)
    old = malloc(N * M * sizeof(double));
    now = malloc(N * M * sizeof(double));
    next = malloc(N * M * sizeof(double));
    if (!u || v == NULL || !(a && b) || !old || !now || 0 == next) {
        perror("malloc");
        exit(1);
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            u[i * M + j] = (i * 5 + j * 3) % 13;
            a[i][j] = i - j;
            b[i][j] = i + j;
            old[i * M + j] = now[i * M + j] = next[i * M + j] = (i + 2 * j) % 7;
        }
    for (int k = 0; k < 3; k++) {
        smooth(v, u);
        t = u;
        u = v;
        v = t;
        printf("%d %.10g\n", k, u[(N / 2) * M + 3]);
    }
    for (int k = 0; k < 4; k++) {
        smooth(v, u);
        if (k % 2)
            swap(&u, &v);
        else if (k == 2)
            SWAP(u, v);
        for (int i = 1; i < N; i++)
            a[i][0] += u[(i - 1) * M + k] + b[i - 1][k];
        c = a, a = b, b = c;
    }
    while (change > 1e-3 && steps < 9) {
        smooth(v, u);
        change = 0;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                change += (u[i * M + j] - v[i * M + j]) * (u[i * M + j] - v[i * M + j]);
        steps++;
        SWAP(u, v);
        advance();
        now[0] = steps;
    }
    for (int k = 0; k < steps; k++) {
        int is_done = advance();
        now[N * M - 1] += is_done;
    }
    printf("%d %.10g %.10g\n", steps, sum(u), sum(v));
    printf("%.10g %.10g %.10g\n", sum(old), sum(now), sum(next));
    printf("%.10g %.10g\n", a[N / 2][0] + a[N - 1][0], b[N / 2][0] + b[1][0]);
    free(u);
    free(v);
    return 0;
}
