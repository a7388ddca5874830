/* Levels whose memory is asked for again in each cycle, and whose sizes are set there to what they
 * were; the number of the last one after the loop over them. memset of their arrays, of a formal
 * that gets them and others, by other bytes than 0, and of structures; how often a function sweeps
 * is a sum of what its caller has. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef N
#define N 64
#endif
#define LEVELS 3

#pragma hpf processors P(4)

typedef struct {
    int n;
    double h, *u, *f, *r;
} grid;
#pragma hpf dimension(n + 1), distribute(block) onto P ::grid.u, grid.f, grid.r

struct pair {
    int left, right;
};

static unsigned char mark[N];
static struct pair pairs[N];
static double square[N][N], start[N + 1];
#pragma hpf distribute(block) onto P ::mark, pairs
#pragma hpf distribute(block, *) onto P ::square

static int before, after;

static double *get(int n)
{
    return malloc(n * sizeof(double));
}

static void clear(double *v, int n)
{
    memset(v, 0, n * sizeof(double));
}

static void take(double *to, const double *from, int n)
{
    memcpy(to, from, n * sizeof(double));
}

static void relax(int n, double h, const double *f, double *u, int times)
{
    for (int t = 0; t < times; t++) {
        for (int i = 1; i < n; i += 2)
            u[i] = 0.5 * (u[i - 1] + u[i + 1] + h * h * f[i]);
        for (int i = 2; i < n; i += 2)
            u[i] = 0.5 * (u[i - 1] + u[i + 1] + h * h * f[i]);
    }
}

static void residual(const grid *g)
{
    for (int i = 1; i < g->n; i++)
        g->r[i] = g->f[i] + (g->u[i - 1] - 2 * g->u[i] + g->u[i + 1]) / (g->h * g->h);
    g->r[0] = 0;
    g->r[g->n] = 0;
}

static void cycle(int levels, int level, grid *g, int pre, int post)
{
    int l;
    for (l = level; l < levels - 1; l++) {
        relax(g[l].n, g[l].h, g[l].f, g[l].u, pre);
        residual(&g[l]);
        clear(g[l + 1].f, g[l + 1].n + 1);
        for (int i = 1; i < g[l + 1].n; i++)
            g[l + 1].f[i] = 0.25 * (g[l].r[2 * i - 1] + 2 * g[l].r[2 * i] + g[l].r[2 * i + 1]);
        memset(g[l + 1].u, 0, (g[l + 1].n + 1) * sizeof(double));
    }
    relax(g[l].n, g[l].h, g[l].f, g[l].u, pre + post);
    for (l = levels - 2; l >= level; l--) {
        for (int i = 1; i < g[l + 1].n; i++)
            g[l].u[2 * i] += g[l + 1].u[i];
        for (int i = 0; i < g[l + 1].n; i++)
            g[l].u[2 * i + 1] += 0.5 * (g[l + 1].u[i] + g[l + 1].u[i + 1]);
        relax(g[l].n, g[l].h, g[l].f, g[l].u, post);
    }
}

static void fill(void)
{
    double own[8];
    long sum = 0;
    clear(own, 8);
    memset(mark, 3, sizeof mark);
    memset(pairs, 255, sizeof pairs);
    memset(square, 0, N * N * sizeof(double));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            square[i][j] += i + j;
    memset(square[2], 0, N * sizeof(double));
    for (int i = 0; i < N; i++)
        sum += mark[i] + pairs[i].left - 2 * pairs[i].right;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += (long)square[i][j];
    printf("%ld %g\n", sum, own[3]);
}

int main(int argc, char **argv)
{
    (void)argv;
    before = argc; /* 1, which nothing tells */
    after = argc + 1;
    const int n = N, levels = LEVELS;
    int l;
    grid *g = malloc(levels * sizeof(grid));

    g[0].n = n;
    g[0].h = 1.0 / n;
    g[0].u = get(n + 1);
    g[0].f = get(n + 1);
    g[0].r = get(n + 1);
    for (int i = 0; i <= n; i++)
        start[i] = (i * 7) % 11;
    clear(g[0].u, n + 1);
    take(g[0].f, start, n + 1);
    for (int k = 0; k < 3; k++) {
        double sum = 0;
        for (l = 1; l < levels; l++) {
            g[l].n = g[l - 1].n / 2;
            g[l].h = g[l - 1].h * 2;
            g[l].u = get(g[l].n + 1);
            g[l].f = get(g[l].n + 1);
            g[l].r = get(g[l].n + 1);
        }
        cycle(levels, 0, g, before, after);
        residual(&g[0]);
        for (int i = 1; i < n; i++)
            sum += g[0].r[i] * g[0].r[i];
        take(start, g[1].u, N / 2);
        printf("%d %.9e %.12f %.12f\n", k, sum, g[0].u[n / 2], start[3]);
        for (l = 1; l < levels; l++) {
            free(g[l].u);
            free(g[l].f);
            free(g[l].r);
        }
    }
    fill();
    return 0;
}
