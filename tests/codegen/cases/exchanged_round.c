/* Two arrays that are exchanged, one of which has a halo beyond its ends, for a periodic reflect
 * before the exchange: the other's memory is as large after it. */
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 12
#endif

#pragma xmp nodes p[*]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double *u, *v;
#pragma xmp align u[i] with t[i]
#pragma xmp align v[i] with t[i]
#pragma xmp shadow u[1]
#pragma xmp shadow v[1]

static double sum(void)
{
    double s = 0;
#pragma xmp loop on t[i] reduction(+ : s)
    for (int i = 0; i < N; i++)
        s += (i + 1) * u[i] + i * i * v[i];
    return s;
}

int main(void)
{
    u = malloc(N * sizeof *u);
    v = malloc(N * sizeof *v);
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++) {
        u[i] = i * i % 7;
        v[i] = i;
    }
#pragma xmp reflect(u) width(/ periodic / 1 : 1)
#ifdef PLAIN_C
    for (int i = 0; i < N; i++)
        v[i] = u[(i + N - 1) % N] + u[(i + 1) % N];
#else
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        v[i] = u[i - 1] + u[i + 1];
#endif
    double *w = u;
    u = v;
    v = w;
    double s = sum();
#pragma xmp reflect(u) width(1 : 1)
#pragma xmp loop on t[i]
    for (int i = 1; i < N - 1; i++)
        v[i] = u[i - 1] + u[i + 1];
    double r = sum();
#pragma xmp task on p[0]
    printf("%f %f\n", s, r);
    free(u);
    free(v);
    return 0;
}
