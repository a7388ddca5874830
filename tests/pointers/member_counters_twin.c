#include <stdio.h>
#include <stdlib.h>

#define N 64

#pragma hpf processors P(4)

static double *u, *v;
#pragma hpf distribute (block) onto P :: u, v
static int t;

static void update(void)
{
    for (int i = 1; i < N - 1; i++)
        v[i] = 0.25 * (u[i - 1] + 2 * u[i] + u[i + 1]);
    for (int i = 1; i < N - 1; i++)
        u[i] = v[i];
    u[0] = t;
}

int main(void)
{
    int i;

    u = malloc(N * sizeof(double));
    v = malloc(N * sizeof(double));
    for (i = 0; i < N; i++)
        u[i] = v[i] = i % 6;
#pragma fpredict region work
    for (t = 0; t < 7; t++)
        update();
    double s = 0;
    i = N;
    while (i > 0) {
        i--;
        s += u[i];
    }
    printf("%d %d %g\n", t, i, s);
    free(u);
    free(v);
    return 0;
}
