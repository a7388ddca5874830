/* Heat in a square plate whose edges are kept at 0, by the alternating direction
 * implicit method of Peaceman and Rachford: half of each time step is implicit along
 * rows and explicit along columns, the other half the other way round. With
 * A = tridiag(-1, 2, -1) along either axis,
 *
 *     (I + R Ax) u = w,    w' = (I - R Ax) u = 2 u - w,
 *
 * and the same with Ay for w'. Along rows either needs nothing of other rows: so the
 * plate lies in rows for the one half, in columns for the other, and is redistributed
 * in between.
 *
 * One bow of a sine along each axis keeps its shape, and what each step leaves of its
 * height is known. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 128
#endif
_Static_assert(N >= 2, "a side has two ends");
#define STEPS 20
#define STEP 0.002
#define R (STEP * (N - 1) * (N - 1) / 2)

static double u[N][N], w[N][N]; /* temperature; right side of the next half step */
static double m[N], g[N];       /* of the elimination, which is the same in each row and column */

#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align (i,j) with T(i,j) :: u, w
#pragma hpf dynamic T

/* The recurrences run along rows: each processor has its own. */
static void along_rows(void)
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            u[i][j] = (w[i][j] + R * u[i][j-1]) * m[j];
    for (int i = 1; i < N - 1; i++)
        for (int j = N - 3; j > 0; j--)
            u[i][j] += g[j] * u[i][j+1];
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            w[i][j] = 2 * u[i][j] - w[i][j];
}

/* And along columns. */
static void along_columns(void)
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            u[i][j] = (w[i][j] + R * u[i-1][j]) * m[i];
    for (int i = N - 3; i > 0; i--)
        for (int j = 1; j < N - 1; j++)
            u[i][j] += g[i] * u[i+1][j];
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            w[i][j] = 2 * u[i][j] - w[i][j];
}

int main(void)
{
    const double pi = acos(-1.0);
    const double wave = R * (2 - 2 * cos(pi / (N - 1)));

    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            w[i][j] = (1 - wave) * sin(pi * i / (N - 1)) * sin(pi * j / (N - 1));
    m[0] = g[0] = 0;
    for (int k = 1; k < N; k++) {
        m[k] = 1 / (1 + 2 * R - R * g[k-1]);
        g[k] = R * m[k];
    }

    for (int t = 0; t < STEPS; t++) {
#pragma fpredict region rows
        along_rows();
#pragma hpf redistribute T(*,block) onto P
#pragma fpredict region columns
        along_columns();
#pragma hpf redistribute T(block,*) onto P
    }

    const double height = pow((1 - wave) / (1 + wave), 2 * STEPS);
    double error = 0;
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            error = fmax(error, fabs(u[i][j] - height * sin(pi * i / (N - 1)) *
                                                   sin(pi * j / (N - 1))));
    int ok = error < 1e-10;
    printf("adi: N = %d, %d steps, height %.6f, error %.1e: %s\n", N, STEPS, height, error,
           ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
