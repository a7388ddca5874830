/* Waves in a box: u_tt = c² ∇²u on a cubic grid, u = 0 on its faces, by leap-frog steps with the
 * Laplacian of 27 points, whose error is the same in all directions (weights 1/30 of -128, 14, 3 and 1
 * for the point, the 6 at its faces, the 12 at its edges and the 8 at its corners).
 *
 * The field at two times is two members of a structure, beside the squared speed of sound at each point;
 * a step replaces the older one.
 *
 * The standing wave sin sin sin is an eigenvector of the grid's Laplacian, too: it keeps its form, and
 * its height after each step is known. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 32
#endif
#ifndef STEPS
#define STEPS 20
#endif
_Static_assert(N >= 2, "N must leave a point inside");

#define SPEED 0.25 /* (c step / spacing)², stable below 15 / 32 */

typedef double field[N + 1][N + 1][N + 1];

static struct {
    field now, old, speed;
} wave;

#pragma hpf processors P(2,2)
#pragma hpf template T(N+1,N+1)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align (i,j,*) with T(i,j) :: wave.now, wave.old, wave.speed

static double mode(int i, int j, int k)
{
    const double w = 3.14159265358979323846 / N;

    return sin(w * i) * sin(w * j) * sin(w * k);
}

static void step(field old, field u, field speed)
{
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++)
            for (int k = 1; k < N; k++) {
                double faces = u[i-1][j][k] + u[i+1][j][k] + u[i][j-1][k] + u[i][j+1][k] +
                               u[i][j][k-1] + u[i][j][k+1];
                double edges = u[i-1][j-1][k] + u[i-1][j+1][k] + u[i+1][j-1][k] + u[i+1][j+1][k] +
                               u[i-1][j][k-1] + u[i-1][j][k+1] + u[i+1][j][k-1] + u[i+1][j][k+1] +
                               u[i][j-1][k-1] + u[i][j-1][k+1] + u[i][j+1][k-1] + u[i][j+1][k+1];
                double corners = u[i-1][j-1][k-1] + u[i-1][j-1][k+1] + u[i-1][j+1][k-1] +
                                 u[i-1][j+1][k+1] + u[i+1][j-1][k-1] + u[i+1][j-1][k+1] +
                                 u[i+1][j+1][k-1] + u[i+1][j+1][k+1];
                old[i][j][k] = 2 * u[i][j][k] - old[i][j][k] +
                               speed[i][j][k] / 30 *
                                   (14 * faces + 3 * edges + corners - 128 * u[i][j][k]);
            }
}

int main(void)
{
    const double c = cos(3.14159265358979323846 / N);
    const double turn = acos(1 + SPEED / 60 * (84 * c + 36 * c * c + 8 * c * c * c - 128));

    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= N; j++)
            for (int k = 0; k <= N; k++) {
                wave.now[i][j][k] = mode(i, j, k);
                wave.old[i][j][k] = mode(i, j, k) * cos(turn);
                wave.speed[i][j][k] = SPEED;
            }

#pragma fpredict region steps
    for (int t = 0; t < STEPS; t += 2) {
        step(wave.old, wave.now, wave.speed);
        step(wave.now, wave.old, wave.speed);
    }

    double error = 0.0;
    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= N; j++)
            for (int k = 0; k <= N; k++)
                error = fmax(error, fabs(wave.now[i][j][k] -
                                         mode(i, j, k) * cos((STEPS + 1) / 2 * 2 * turn)));
    int ok = error < 1e-12 * (STEPS + 1);
    printf("wave27: N = %d, error %.1e: %s\n", N, error, ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
