/* Livermore kernel 14: one-dimensional particle in cell. The field at each
 * particle's cell moves the particle, and the particle leaves its charge at the
 * two ends of the cell that it reaches.
 *
 * Field and slope are made so that a particle of cell i reaches 3.25 i + FLX. The
 * charges add up to the number of particles, and their moment to the sum of the
 * places; all of these are multiples of 1/4, so nothing is rounded. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 1024
#endif
#ifndef GRID
#define GRID 2048
#endif
_Static_assert(GRID >= 1 && (GRID & (GRID - 1)) == 0, "GRID is a power of two");
#define FLX 0.5

static double grd[N], xi[N], ex1[N], dex1[N], vx[N], xx[N], rx[N];
static int ix[N], ir[N];
static double ex[GRID], dex[GRID], rh[GRID + 1];

#pragma hpf processors P(4)
#pragma hpf template PARTICLES(N)
#pragma hpf template CELLS(GRID+1)
#pragma hpf distribute PARTICLES(block) onto P
#pragma hpf distribute CELLS(block) onto P
#pragma hpf align (k) with PARTICLES(k) :: grd, xi, ex1, dex1, vx, xx, rx, ix, ir
#pragma hpf align (i) with CELLS(i) :: ex, dex, rh

int main(void)
{
    int i, k;

    for (i = 0; i < GRID; i++) {
        dex[i] = i % 8;
        ex[i] = (dex[i] + 3.25) * (i + 1);
    }
    for (i = 0; i <= GRID; i++)
        rh[i] = 0;
    for (k = 0; k < N; k++)
        grd[k] = 7 * k % GRID + 1.5;

#pragma fpredict region look_up
    for (k = 0; k < N; k++) {
        vx[k] = 0;
        xx[k] = 0;
        ix[k] = (int)grd[k];
        xi[k] = ix[k];
        ex1[k] = ex[ix[k] - 1];
        dex1[k] = dex[ix[k] - 1];
    }
#pragma fpredict region move
    for (k = 0; k < N; k++) {
        vx[k] += ex1[k] + (xx[k] - xi[k]) * dex1[k];
        xx[k] += vx[k] + FLX;
        ir[k] = (int)xx[k];
        rx[k] = xx[k] - ir[k];
        ir[k] = (ir[k] & (GRID - 1)) + 1;
        xx[k] = rx[k] + ir[k];
    }
#pragma fpredict region charge
    for (k = 0; k < N; k++) {
        rh[ir[k] - 1] += 1 - rx[k];
        rh[ir[k]] += rx[k];
    }

    double charge = 0.0, moment = 0.0, stops = 0.0, places = 0.0;
    for (i = 0; i <= GRID; i++) {
        charge += rh[i];
        moment += rh[i] * i;
    }
    for (k = 0; k < N; k++) {
        stops += xx[k] - 1;
        places += fmod(3.25 * (7 * k % GRID + 1) + FLX, GRID);
    }
    int ok = charge == N && moment == places && stops == places;
    printf("lfk14: N = %d, charge %.2f, moment %.2f, places %.2f: %s\n", N, charge, moment, places,
           ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
