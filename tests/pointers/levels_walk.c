/* Pointers that walk through levels, with a size that is halved in the head of the loop. */
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

static struct level level_of[4];

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

int main(void)
{
    struct level *g, *end = level_of + 2;
    int n = N;

    for (struct level *p = level_of; p < level_of + 2; p++, n /= 2) {
        p->n = n;
        p->u = malloc(n * n * sizeof(double));
        p->r = malloc(n * n * sizeof(double));
        begin(p);
    }
#pragma fpredict region work
    {
        for (g = level_of; g != level_of + 2; ++g)
            for (int t = 0; t < 2; t++)
                sweep(g);
        while (g > level_of) {
            g--;
            for (int t = 0; t < 3; t++)
                sweep(g);
        }
    }
    for (g = level_of; g < level_of + 2; g += 1)
        printf("%.15g\n", weigh(g));
    return end == level_of;
}
