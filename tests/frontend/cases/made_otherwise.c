#include <stdlib.h>
#define N 40
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
static double *seen;
#pragma hpf align (i) with T(i) :: seen
/* It looks at what it replaces. */
static double *next_seen(int n)
{
    double *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = seen[i] + 1;
    return a;
}
static double *filled(int n, const double *from)
{
    double *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        b[i] = from ? from[i] : i;
    return b;
}
/* One of two. */
static double *either(int n)
{
    double *c = malloc(n * sizeof *c), *d = malloc(n * sizeof *d);
    for (int i = 0; i < n; i++)
        c[i] = d[i] = i;
    if (n > 10)
        return c;
    return d;
}
static double *kept;
static double *keeps(int n)
{
    double *e = malloc(n * sizeof *e);
    kept = e;
    for (int i = 0; i < n; i++)
        e[i] = i;
    return e;
}
int main(void)
{
    double *u, *v, *w, *x, *old;
#pragma hpf align (i) with T(i) :: u, v, w, x
    seen = filled(N, NULL);
    seen = next_seen(N);
    u = filled(N, NULL);
    u = filled(N, u);
    v = filled(N, NULL);
    old = v;
    v = filled(N, NULL);
    w = either(N);
    x = keeps(N);
    return u[0] + v[1] + w[2] + x[3] + old[4] + kept[5] + seen[6];
}
