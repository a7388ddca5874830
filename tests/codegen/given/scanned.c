/* Sizes that a function reads into variables of the file; the number of steps is not of the layout. */
#include <stdio.h>
#include <stdlib.h>

static int n, steps;
static double *u, *v;
#pragma hpf processors P(2,2)
#pragma hpf template T(n,n)
#pragma hpf distribute T(block,block) onto P
#pragma hpf dimension(n,n), align(i,j) with T(i,j) :: u, v

static int read_sizes(void)
{
    if (scanf("%d", &n) != 1 || n < 1)
        return 0;
    if (scanf("%d", &steps) != 1)
        steps = 4;
    return 1;
}

static void make(void)
{
    u = malloc((size_t)n * n * sizeof *u);
    v = calloc((size_t)n * n, sizeof *v);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[i * n + j] = i == 0 ? 100.0 : i + 0.5 * j;
}

int main(void)
{
    if (!read_sizes()) {
        puts("no size");
        return 1;
    }
    make();
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] +
                                       u[i * n + j + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[i * n + j] = v[i * n + j];
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += u[i * n + j] * (i + 1);
    printf("%d %.12g\n", n, sum);
    free(u);
    free(v);
    return 0;
}
