/* Loops over levels of all forms: inside each other, downwards, with a variable that is read after
 * them, without braces, with scalars that go from level to level, and with conditions on the level. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 64
#endif
#define LEVELS 3

#pragma hpf processors P(4)

struct level {
    int n;
    double weight, *u, *f;
};
static struct level level[LEVELS + 1];
#pragma hpf distribute(block) onto P :: level.u, level.f

static void relax(struct level *l, int times)
{
    for (int t = 0; t < times; t++) {
        for (int i = 1; i < l->n; i++)
            l->f[i] = l->u[i] + l->weight * (l->u[i - 1] - 2 * l->u[i] + l->u[i + 1]);
        for (int i = 1; i < l->n; i++)
            l->u[i] = l->f[i];
    }
}

static double total(int l)
{
    double sum = 0;
    for (int i = 0; i <= level[l].n; i++)
        sum += level[l].u[i];
    return sum;
}

static void make(int l, int n)
{
    level[l].n = n;
    level[l].weight = 0.25 / (l + 1);
    level[l].u = malloc((n + 1) * sizeof(double));
    level[l].f = calloc(n + 1, sizeof(double));
    for (int i = 0; i <= n; i++)
        level[l].u[i] = (i * 7 + l) % 11;
}

static void cycle(int l)
{
    if (l == LEVELS - 1) {
        relax(&level[l], 4);
        return;
    }
    relax(&level[l], 1);
    struct level *fine = &level[l], *coarse = &level[l + 1];
    for (int i = 1; i < coarse->n; i++)
        coarse->u[i] = 0.25 * (fine->u[2 * i - 1] + 2 * fine->u[2 * i] + fine->u[2 * i + 1]);
    cycle(l + 1);
    for (int i = 1; i < coarse->n; i++)
        fine->u[2 * i] += 0.5 * coarse->u[i];
    relax(fine, 1);
}

int main(void)
{
    int l;
    double before = 0, largest = 0;

    for (l = 0; l < LEVELS; l++)
        make(l, N >> l);
    printf("%d levels\n", l);
    for (int t = 0; t < 2; t++)
        cycle(0);
    for (int from = 0; from < LEVELS; from++)
        for (int to = from + 1; to < LEVELS; to++)
            for (int i = 1; i < level[to].n; i++)
                level[to].f[i] += 0.125 * level[from].u[i];
    for (l = LEVELS - 1; l > 0; l--) {
        double last = 0;
        for (int i = 1; i < level[l].n; i++) {
            double new = level[l].f[i] * level[l].f[i];
            if (new > largest)
                largest = new;
            last += new;
        }
        if (l == 1)
            last *= 2;
        printf("level %d: %.12g %.12g\n", l, last, last - before);
        before = last;
    }
    for (int k = LEVELS; k-- > 0;)
        printf("%d %.12g\n", k, total(k));
    printf("%d %.12g\n", l, largest);
    for (int k = 0; k < LEVELS; k++) {
        free(level[k].u);
        free(level[k].f);
    }
    return 0;
}
