/* Functions that call themselves and have distributed arrays of their own, of which each execution
 * has another. One that is static there is one for all. */
#include <stdlib.h>
#define N 12
double g[N];
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align g[i] with t[i]
static void automatic(int n)
{
    double w[N];
#pragma xmp align w[i] with t[i]
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        w[i] = g[i] + n;
    if (n > 0)
        automatic(n - 1);
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        g[i] += w[i];
}
static void allocated(int n)
{
    double *w = malloc(N * sizeof *w);
#pragma xmp align w[i] with t[i]
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        w[i] = g[i] + n;
    if (n > 0)
        allocated(n - 1);
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        g[i] += w[i];
    free(w);
}
static void again(int n);
static void between(int n)
{
    double w[N];
#pragma xmp align w[i] with t[i]
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        w[i] = n;
    again(n - 1);
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        g[i] += w[i];
}
static void again(int n)
{
    if (n > 0)
        between(n);
}
static void kept(int n)
{
    static double w[N];
#pragma xmp align w[i] with t[i]
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        w[i] = g[i] + n;
    if (n > 0)
        kept(n - 1);
}
int main(void)
{
    automatic(2);
    allocated(2);
    again(2);
    kept(2);
    return 0;
}
