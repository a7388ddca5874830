/* Sizes that are members of structures, one on the stack and one that a function makes. */
#include <stdio.h>
#include <stdlib.h>

struct grid {
    int n;
    double *u, *v;
};
struct row {
    int count;
    double *x;
};
#pragma hpf processors P(2)
#pragma hpf dimension(n), distribute(cyclic(2)) onto P :: grid.u
#pragma hpf dimension(n), distribute(cyclic(2)) onto P :: grid.v
#pragma hpf dimension(count), distribute(block) onto P :: row.x

static struct row *make_row(const char *word)
{
    struct row *r = malloc(sizeof *r);
    r->count = word ? atoi(word) : 23;
    r->x = calloc(r->count, sizeof *r->x);
    for (int i = 0; i < r->count; i++)
        r->x[i] = i % 5;
    return r;
}

static void step(struct grid *g)
{
    for (int i = 1; i < g->n - 1; i++)
        g->v[i] = 0.5 * (g->u[i - 1] + g->u[i + 1]);
    for (int i = 1; i < g->n - 1; i++)
        g->u[i] = g->v[i];
}

int main(int argc, char **argv)
{
    struct grid g;
    g.n = argc > 1 ? atoi(argv[1]) : 23;
    g.u = malloc(g.n * sizeof *g.u);
    g.v = malloc(g.n * sizeof *g.v);
    for (int i = 0; i < g.n; i++)
        g.u[i] = g.v[i] = i * i % 7;
    struct row *r = make_row(argc > 1 ? argv[1] : NULL);
    for (int t = 0; t < 5; t++)
        step(&g);
    double s = 0;
    for (int i = 0; i < g.n; i++)
        s += g.u[i] * (i + 1);
    for (int i = 0; i < r->count; i++)
        s += 3 * r->x[i];
    printf("%d %.12g\n", g.n, s);
    free(r->x);
    free(r);
    return 0;
}
