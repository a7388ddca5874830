/* Jacobi relaxation of Laplace's equation on a square, zero on its border, in
 * XcalableMP, with the exchange under way while the inner points are computed.
 *
 * The start is sin(pi x) sin(pi y): each sweep multiplies it by cos(pi / (N - 1)),
 * so the result is known for every N and every number of sweeps. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 256
#endif
_Static_assert(N >= 2, "a side has two ends");
static float u[N][N], v[N][N];

#pragma xmp nodes p[2][2]
#pragma xmp template t[N][N]
#pragma xmp distribute t[block][block] onto p
#pragma xmp align u[i][j] with t[i][j]
#pragma xmp align v[i][j] with t[i][j]
#pragma xmp shadow u[1][1]

int main(void)
{
    int niter = 100;
    const double pi = acos(-1.0);
    double decay = pow(cos(pi / (N - 1)), niter), sum = 0.0;
    float s[N];
    int i, j, it;

    for (i = 0; i < N; i++)
        s[i] = (float)sin(pi * i / (N - 1));
#pragma xmp loop (i,j) on t[i][j]
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            u[i][j] = s[i] * s[j];

    for (it = 0; it < niter; it++) {
        /* First what needs no neighbour, then the wait, then the edges of each block. */
#pragma xmp reflect (u) orthogonal async(1)
#pragma xmp loop (i,j) on t[i][j] peel_and_wait(1, -1, -1)
        for (i = 1; i < N - 1; i++)
            for (j = 1; j < N - 1; j++)
                v[i][j] = 0.25f * (u[i-1][j] + u[i+1][j] + u[i][j-1] + u[i][j+1]);
#pragma xmp loop (i,j) on t[i][j]
        for (i = 1; i < N - 1; i++)
            for (j = 1; j < N - 1; j++)
                u[i][j] = v[i][j];
    }

#pragma xmp loop (i,j) on t[i][j] reduction(+:sum)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            sum += fabs(u[i][j] - decay * s[i] * s[j]);
    double error = sum / N / N;
    int ok = error < 1e-6;
    printf("laplace: N = %d, %d sweeps, height %.6f, mean error %.1e: %s\n", N, niter,
           decay, error, ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
