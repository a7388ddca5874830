/* Levels on the heap, and a function that gets the number of one and calls itself for the next. */
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

static void descend(struct level *level, int l, int levels)
{
    for (int t = 0; t < 5; t++)
        sweep(&level[l]);
    if (l + 1 < levels)
        descend(level, l + 1, levels);
}

int main(void)
{
    struct level *level = malloc(LEVELS * sizeof *level);

    for (int l = 0; l < LEVELS; l++) {
        level[l].n = l ? level[l - 1].n / 2 : N;
        level[l].u = malloc(level[l].n * level[l].n * sizeof(double));
        level[l].r = malloc(level[l].n * level[l].n * sizeof(double));
        begin(level + l);
    }
#pragma fpredict region work
    descend(level, 0, LEVELS);
    for (int l = LEVELS; l-- > 0;)
        printf("%.15g\n", weigh(&level[LEVELS - 1 - l]));
    free(level);
    return 0;
}
