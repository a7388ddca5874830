/* Levels in a structure, which says how many of them there are: fewer than it has room for. */
#include <stdio.h>
#include <stdlib.h>

#define LEVELS 2
#ifndef N
#define N 64
#endif

#pragma hpf processors P(4)

struct level {
    int n;
    double *u, *r;
};
#pragma hpf dimension(n,n), distribute(block,*) onto P :: level.u, level.r

struct hierarchy {
    int levels;
    struct level level[4];
};

static void sweep(struct level *g)
{
    int n = g->n;
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            g->r[i * n + j] = 0.25 * (g->u[(i - 1) * n + j] + g->u[(i + 1) * n + j] +
                                      g->u[i * n + j - 1] + g->u[i * n + j + 1]);
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            g->u[i * n + j] = g->r[i * n + j];
}

static void begin(struct level *g)
{
    for (int i = 0; i < g->n; i++)
        for (int j = 0; j < g->n; j++) {
            g->u[i * g->n + j] = (i * 7 + j * 3) % 11;
            g->r[i * g->n + j] = 0;
        }
}

static double weigh(const struct level *g)
{
    double s = 0;
    for (int i = 0; i < g->n; i++)
        for (int j = 0; j < g->n; j++)
            s += g->u[i * g->n + j] * (1 + (i + 3 * j) % 5);
    return s;
}

static void work(struct hierarchy *h)
{
#pragma fpredict region work
    for (int l = 0; l < h->levels; l++)
        for (int t = 0; t < 5; t++)
            sweep(&h->level[l]);
}

int main(void)
{
    struct hierarchy h = {.levels = LEVELS};

    for (int l = 0; l < h.levels; l++) {
        struct level *g = &h.level[l];
        g->n = N >> l;
        g->u = malloc(g->n * g->n * sizeof(double));
        g->r = malloc(g->n * g->n * sizeof(double));
        begin(g);
    }
    work(&h);
    for (int l = 0; l < h.levels; l++)
        printf("%.15g\n", weigh(&h.level[l]));
    return 0;
}
