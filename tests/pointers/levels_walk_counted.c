/* Levels in a structure, which counts them as they are made, by a loop over sizes; the last loop goes on from where the one
 * before it ends. */
#include <stdio.h>
#include <stdlib.h>

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

static void set_up(struct hierarchy *h, int finest)
{
    h->levels = 0;
    for (int n = finest; n > finest / 4; n /= 2) {
        struct level *g = &h->level[h->levels++];
        g->n = n;
        g->u = malloc(n * n * sizeof(double));
        g->r = malloc(n * n * sizeof(double));
        begin(g);
    }
}

static void work(struct hierarchy *h)
{
    int l;

    for (l = 0; l < h->levels; l++)
        for (int t = 0; t < 2; t++)
            sweep(&h->level[l]);
    while (--l >= 0)
        for (int t = 0; t < 3; t++)
            sweep(&h->level[l]);
}

int main(void)
{
    struct hierarchy h;

    set_up(&h, N);
#pragma fpredict region work
    work(&h);
    for (int l = 0; l < h.levels; l++)
        printf("%.15g\n", weigh(&h.level[l]));
    return 0;
}
