/* A directive of a type's members, in main: of what a function returns, and of what is declared
 * after it. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int n;
    double *u, *w;
} flow;

static flow flow_new(int n)
{
    flow f;
    f.n = n;
    f.u = calloc((size_t)n, sizeof(double));
    f.w = calloc((size_t)n, sizeof(double));
    return f;
}

static double apart(void)
{
    flow other = flow_new(5); /* no directive is about it */
    double s = 0;
    for (int i = 0; i < other.n; i++)
        other.u[i] = i * i;
    for (int i = 0; i < other.n; i++)
        s += other.u[other.n - 1 - i];
    free(other.u);
    free(other.w);
    return s;
}

int main(void)
{
#pragma hpf processors Q(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto Q
#pragma hpf align(i) with T(i) :: flow.u, flow.w
    flow f = flow_new(N), late;
    late.n = N;
    late.u = calloc(N, sizeof(double));
    late.w = calloc(N, sizeof(double));
    double s = 0;
    for (int i = 1; i < N - 1; i++)
        f.u[i] = late.u[i] = i;
    for (int i = 1; i < N - 1; i++)
        f.w[i] = f.u[i - 1] + late.u[i + 1];
    for (int i = 1; i < N - 1; i++)
        s += f.w[i] * (i % 3);
    printf("%g %g\n", s, apart());
    free(f.u);
    free(f.w);
    free(late.u);
    free(late.w);
    return 0;
}
