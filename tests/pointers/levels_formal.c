/* Levels of the file, set up by a function that gets the size of the first and halves it beside them; and one that gets
 * the number of one and calls itself for the next. */
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

static void create(int n)
{
    for (int l = 0; l < LEVELS; l++) {
        lev[l].n = n;
        lev[l].u = calloc((size_t)n * n, sizeof(double));
        lev[l].r = calloc((size_t)n * n, sizeof(double));
        n = (n - 1) / 2 + 1;
    }
}

static void descend(int l)
{
    for (int t = 0; t < 5; t++)
        sweep(&lev[l]);
    if (l == LEVELS - 1)
        return;
    descend(l + 1);
}

int main(void)
{
    create(N);
    for (int l = 0; l < LEVELS; l++)
        begin(&lev[l]);
#pragma fpredict region work
    descend(0);
    for (int l = LEVELS; l-- > 0;)
        printf("%.15g\n", weigh(&lev[LEVELS - 1 - l]));
    return 0;
}
