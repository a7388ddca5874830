/* Loops that members of a structure count: of one on the heap, and of a variable. */
#include <stdio.h>
#include <stdlib.h>

#define N 64

struct grid {
    int n, t, steps;
    double *u, *v;
};
struct at {
    int i;
};
#pragma hpf processors P(4)
#pragma hpf distribute (block) onto P :: grid.u, grid.v

static void update(struct grid *g)
{
    for (int i = 1; i < g->n - 1; i++)
        g->v[i] = 0.25 * (g->u[i - 1] + 2 * g->u[i] + g->u[i + 1]);
    for (int i = 1; i < g->n - 1; i++)
        g->u[i] = g->v[i];
    g->u[0] = g->t;
}

int main(void)
{
    struct grid *g = malloc(sizeof *g);
    struct at at = {3};

    g->n = N;
    g->steps = 7;
    g->u = malloc(g->n * sizeof(double));
    g->v = malloc(g->n * sizeof(double));
    for (at.i = 0; at.i < g->n; at.i++)
        g->u[at.i] = g->v[at.i] = at.i % 6;
#pragma fpredict region work
    for (g->t = 0; g->t < g->steps; g->t++)
        update(g);
    double s = 0;
    at.i = g->n;
    while (at.i > 0) {
        at.i--;
        s += g->u[at.i];
    }
    printf("%d %d %g\n", g->t, at.i, s);
    free(g->u);
    free(g->v);
    free(g);
    return 0;
}
