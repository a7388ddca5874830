/* Levels whose sizes a table says; each function has its level's size in a variable. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 34
#endif
#define LEVELS 3

static const int size[LEVELS] = {N, N / 2 + 1, N / 4 + 2};

struct level {
    int n;
    double *u, *r;
} lev[LEVELS];

#pragma hpf processors P(4)
#pragma hpf dimension(n,n), distribute(block,*) onto P :: level.u, level.r

static void setup(void)
{
    for (int l = 0; l < LEVELS; l++) {
        lev[l].n = size[l];
        lev[l].u = calloc(lev[l].n * lev[l].n, sizeof(double));
        lev[l].r = calloc(lev[l].n * lev[l].n, sizeof(double));
    }
}

static void residual(struct level *g)
{
    int n = g->n;
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            g->r[i * n + j] = g->u[i * n + j] - 0.25 * (g->u[(i - 1) * n + j] + g->u[(i + 1) * n + j]);
}

int main(void)
{
    setup();
    for (int l = 0; l < LEVELS; l++) {
        int n = lev[l].n;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                lev[l].u[i * n + j] = (i * j + l) % 7;
        residual(&lev[l]);
    }
    for (int l = 0; l < LEVELS; l++) {
        double s = 0;
        for (int i = 0; i < lev[l].n; i++)
            for (int j = 0; j < lev[l].n; j++)
                s += lev[l].r[i * lev[l].n + j] * (1 + (i + j) % 3);
        printf("%d %.9g\n", lev[l].n, s);
    }
    return 0;
}
