/* As torus.c, by circular shifts: both messages are sent where both neighbours along an axis are
 * one processor. */

#include <hpf.h>

#ifndef N
#define N 1024
#endif
#ifndef REAL
#define REAL float
#endif
static REAL u[N][N], north[N][N], south[N][N], west[N][N], east[N][N];

#pragma hpf processors P(2, 2)
#pragma hpf template T(N, N)
#pragma hpf distribute T(block, block) onto P
#pragma hpf align(i, j) with T(i, j)::u, north, south, west, east

int main(void)
{
    int niter = 100, i, j, it;
    for (it = 0; it < niter; it++) {
        cshift(north, u, N, N, -1, 0);
        cshift(south, u, N, N, 1, 0);
        cshift(west, u, N, N, -1, 1);
        cshift(east, u, N, N, 1, 1);
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++)
                u[i][j] = (REAL)0.25 * (north[i][j] + south[i][j] + west[i][j] + east[i][j]);
    }
    return 0;
}
