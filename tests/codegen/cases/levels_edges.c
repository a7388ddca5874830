/* Loops over elements at their edges: pointers with initialisers, forall, conditions that rule an element out, sums into numbers
 * of the elements, sizes that a block's own variable has, a name of another variable in reach. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 24
#endif
#define PARTS 2

#pragma hpf processors P(4)

struct part {
    int n;
    double weight, *u;
};
#pragma hpf distribute(block) onto P :: part.u

static struct part parts[PARTS];

static void make(struct part *g, int n)
{
    g->n = n;
    g->u = calloc(n + 1, sizeof(double));
}

static void fill(struct part *g, double by)
{
    for (int i = 0; i <= g->n; i++)
        g->u[i] += by * i;
}

int main(void)
{
    int l = 0, n = 3;

    for (int l = 0; l < PARTS; l++) {
        int n = N >> l;
        make(&parts[l], n);
        parts[l].weight = 5 + l;
    }
    for (int l = 0; l < PARTS; l++) {
        double other = l == 0 ? 1 : l < PARTS ? parts[l - 1].weight : parts[l + 1].weight;
        fill(&parts[l], other + n);
    }
    for (int l = 0; l < PARTS; l++)
#pragma hpf independent
        for (int i = 1; i <= parts[l].n; i++)
            parts[l].u[i] = parts[l].u[i] * 0.5 + l;
    for (int l = 0; l < PARTS; l++)
#pragma hpf forall
        for (int i = 0; i < parts[l].n; i++)
            parts[l].u[i] = parts[l].u[i + 1];
    for (int l = PARTS - 1; l >= 0; l--)
        for (int i = 0; i <= parts[l].n; i++)
            parts[l].weight += parts[l].u[i] + l;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i <= parts[1].n; i++)
            parts[1].weight += parts[1].u[i];
    for (int l = 0; l < PARTS; l++)
        l > 0 ? fill(&parts[l], 3) : fill(&parts[l], 2);
    struct part *turned[PARTS] = {&parts[1], &parts[0]};
    for (int l = 0; l < PARTS; l++) {
        fill(turned[l], l + 1);
        printf("%d %.12g %.12g\n", turned[l]->n, turned[l]->weight, turned[l]->u[turned[l]->n]);
    }
    printf("%d %d\n", l, n);
    return 0;
}
