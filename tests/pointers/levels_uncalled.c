/* Functions that nothing calls: of one that gets a level's number, and of one with a directive in it, nothing tells which
 * level that is. */
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

static struct level lev[LEVELS];

void sweep_one(int l)
{
    sweep(&lev[l]);
}

void clear_one(int l)
{
#pragma hpf independent
    for (int i = 0; i < lev[l].n * lev[l].n; i++)
        lev[l].u[i] = 0;
    sweep_one(l + 1);
}

int main(void)
{

    for (int l = 0; l < LEVELS; l++) {
        lev[l].n = N >> l;
        lev[l].u = malloc(lev[l].n * lev[l].n * sizeof(double));
        lev[l].r = malloc(lev[l].n * lev[l].n * sizeof(double));
        begin(&lev[l]);
    }
#pragma fpredict region work
    for (int l = 0; l < LEVELS; l++)
        for (int t = 0; t < 5; t++)
            sweep(&lev[l]);
    for (int l = 0; l < LEVELS; l++)
        printf("%.15g\n", weigh(&lev[l]));
    return 0;
}
