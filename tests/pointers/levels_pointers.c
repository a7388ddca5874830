/* Pointers to levels, each made by a function; a typedef has the name. */
#include <stdio.h>
#include <stdlib.h>

#define LEVELS 2
#ifndef N
#define N 64
#endif

#pragma hpf processors P(4)

typedef struct level {
    int n;
    double *u, *r;
} Level;
#pragma hpf dimension(n,n), distribute(block,*) onto P :: Level.u, Level.r

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

static Level *make(int n)
{
    Level *g = malloc(sizeof *g);
    g->n = n;
    g->u = malloc(n * n * sizeof(double));
    g->r = malloc(n * n * sizeof(double));
    return g;
}

int main(void)
{
    Level *level[LEVELS];

    for (int l = 0; l < LEVELS; l++) {
        level[l] = make(N >> l);
        begin(level[l]);
    }
#pragma fpredict region work
    for (int l = LEVELS - 1; l >= 0; l--)
        for (int t = 0; t < 5; t++)
            sweep(level[LEVELS - 1 - l]);
    for (int l = 0; l < LEVELS; l++) {
        printf("%.15g\n", weigh(level[l]));
        free(level[l]->u);
        free(level[l]->r);
        free(level[l]);
    }
    return 0;
}
