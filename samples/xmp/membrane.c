/* A square membrane that vibrates in its lowest mode, in XcalableMP.
 *
 * Leap-frog steps keep sin(pi x) sin(pi y) in shape and turn its height by the
 * same phase each step, so the result is known after any number of steps. */

#include <math.h>
#include <stdio.h>
#include <xmp.h>

#ifndef N
#define N 200
#endif
_Static_assert(N >= 2, "a side has two ends");
static double past[N][N], now[N][N], next[N][N];

#pragma xmp nodes p[2][2]
#pragma xmp template t[N][N]
#pragma xmp distribute t[block][block] onto p
#pragma xmp align past[i][j] with t[i][j]
#pragma xmp align now[i][j] with t[i][j]
#pragma xmp align next[i][j] with t[i][j]
#pragma xmp shadow now[1][1]

int main(void)
{
    int nsteps = 100;
    const double c = 0.25; /* (wave speed * time step / grid step)^2 */
    const double pi = acos(-1.0);
    const double turn = 1 - 2 * c * (1 - cos(pi / (N - 1))), phase = acos(turn);
    double s[N], sum = 0.0, exact = 0.0;
    int i, j, step;

    for (i = 0; i < N; i++) {
        s[i] = sin(pi * i / (N - 1));
        exact += s[i];
    }
    exact = exact * exact * cos(nsteps * phase);

#pragma xmp loop (i,j) on t[i][j]
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            now[i][j] = s[i] * s[j];
            past[i][j] = now[i][j] * turn;
        }

    for (step = 0; step < nsteps; step++) {
#pragma xmp reflect (now)
#pragma xmp loop (i,j) on t[i][j]
        for (i = 1; i < N - 1; i++)
            for (j = 1; j < N - 1; j++)
                next[i][j] = 2 * now[i][j] - past[i][j]
                             + c * (now[i-1][j] + now[i+1][j] + now[i][j-1] + now[i][j+1]
                                    - 4 * now[i][j]);
#pragma xmp loop (i,j) on t[i][j]
        for (i = 1; i < N - 1; i++)
            for (j = 1; j < N - 1; j++) {
                past[i][j] = now[i][j];
                now[i][j] = next[i][j];
            }
    }

#pragma xmp loop (i,j) on t[i][j] reduction(+:sum)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            sum += now[i][j];

    int ok = fabs(sum - exact) < 1e-9 * N * N;
    if (xmp_node_num() == 1)
        printf("membrane: N = %d, %d steps, volume %.6f, exact %.6f: %s\n", N, nsteps, sum, exact,
               ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
