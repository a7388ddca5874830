/* Extents that have their names in a function, right before the first, or after it; nodes of one
 * name in two functions; arrays that nothing uses; a directive at the end of a block; and a main
 * that returns nothing. */
#include <stdio.h>
#ifndef N
#define N 20
#endif
#pragma xmp nodes p[4]
#pragma xmp template unused[N]
#pragma xmp distribute unused[cyclic] onto p
double never[N];
#pragma xmp align never[i] with unused[i]

static double shared;
#define MORE 2
double other[N + MORE];
#pragma xmp template v[N + MORE]
#pragma xmp distribute v[block] onto p
#pragma xmp align other[i] with v[i]
static void everybody(void)
{
    double got;
    shared += 1;
    got = shared;
#pragma xmp bcast (got) from p[0]
}

static double local(int from)
{
    int const n = 2 * N;
    int sizes[4] = {N / 2, N / 2, N / 2, 2 * N - 3 * (N / 2)};
#pragma xmp template t[n]
#pragma xmp distribute t[gblock(sizes)] onto p
    double a[n], s = 0;
#pragma xmp align a[i] with t[i]
#pragma xmp shadow a[1]
#pragma xmp loop on t[i]
    for (int i = 0; i < n; i++)
        a[i] = i % 7 + from;
#pragma xmp reflect (a)
#pragma xmp loop on t[i] reduction(+:s)
    for (int i = 1; i < n; i++)
        s += a[i] * a[i - 1];
    return s + n + sizes[0];
}

/* Each has a q of its own. */
static double square(void)
{
#pragma xmp nodes q[2][2]
#pragma xmp template t[N][N]
#pragma xmp distribute t[block][cyclic] onto q
    double m[N][N], s = 0;
#pragma xmp align m[i][j] with t[i][j]
#pragma xmp loop on t[i][j]
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            m[i][j] = i * j;
#pragma xmp loop on t[i][j] reduction(+:s)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += m[i][j] * (j + 1);
    return s;
}

static double straight(void)
{
#pragma xmp nodes q[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto q
    double m[N], s = 0;
#pragma xmp align m[i] with t[i]
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        m[i] = i + 2;
#pragma xmp loop on t[i] reduction(+:s)
    for (int i = 0; i < N; i++)
        s += m[i] * (i + 1);
    return s;
}
#define ROOM 3
double row[N + ROOM];
#pragma xmp template u[N + ROOM]
#pragma xmp distribute u[block] onto p
#pragma xmp align row[i] with u[i]
int main(void)
{
    double s = 0;
    everybody();
#pragma xmp loop on u[i]
    for (int i = 0; i < N + ROOM; i++)
        row[i] = i * i;
#pragma xmp loop on u[i] reduction(+:s)
    for (int i = 0; i < N + ROOM; i++)
        s += row[i];
#pragma xmp loop on v[i] reduction(+:s)
    for (int i = 0; i < N + MORE; i++)
        s += other[i] = i;
    printf("%g %g %g %g %g\n", s, local(3), square(), straight(), shared);
}
