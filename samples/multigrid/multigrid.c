/* Poisson's equation on the unit square, zero on its border, by V-cycles of
 * multigrid: damped Jacobi steps, the residual restricted by full weighting, the
 * correction interpolated bilinearly.
 *
 * Level l has every s-th point of each line, s = 2^l, and a point has the same indices on all
 * levels: so it stays where it is. N is a power of two; the coarsest level has one
 * point inside. The right side is that of u = x(1 - x) y(1 - y), of which the
 * five-point formula is exact. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 128
#endif
#define LEVELS 10
_Static_assert(N >= 4 && N <= 1 << LEVELS && (N & (N - 1)) == 0, "N is a power of two, 4 to 1024");
#ifndef CYCLES
#define CYCLES 10
#endif
#define OMEGA 0.8 /* damping */

static double u[LEVELS][N+1][N+1]; /* the solution; on coarser levels its correction */
static double f[LEVELS][N+1][N+1]; /* the right side; on coarser levels the residual */
static double r[N+1][N+1];         /* the residual of the level that is worked on */

#pragma hpf processors P(2,2)
#pragma hpf template T(N+1,N+1)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align (*,i,j) with T(i,j) :: u, f
#pragma hpf align r(i,j) with T(i,j)

/* r = f - A u */
static void residual(int l)
{
    const int s = 1 << l;
    const double h = (double)s / N;

    for (int i = s; i < N; i += s)
        for (int j = s; j < N; j += s)
            r[i][j] = f[l][i][j] - (4 * u[l][i][j] - u[l][i-s][j] - u[l][i+s][j]
                                    - u[l][i][j-s] - u[l][i][j+s]) / (h * h);
}

static void smooth(int l, int steps)
{
    const int s = 1 << l;
    const double h = (double)s / N;

    for (int step = 0; step < steps; step++) {
        residual(l);
        for (int i = s; i < N; i += s)
            for (int j = s; j < N; j += s)
                u[l][i][j] += OMEGA * h * h / 4 * r[i][j];
    }
}

/* The right side of level l from the residual of the next finer one. */
static void restriction(int l)
{
    const int s = 1 << l, d = s / 2;

    for (int i = s; i < N; i += s)
        for (int j = s; j < N; j += s) {
            f[l][i][j] = (4 * r[i][j] + 2 * (r[i-d][j] + r[i+d][j] + r[i][j-d] + r[i][j+d])
                          + r[i-d][j-d] + r[i-d][j+d] + r[i+d][j-d] + r[i+d][j+d]) / 16;
            u[l][i][j] = 0;
        }
}

/* Adds the correction of level l to the next finer one. */
static void prolongation(int l)
{
    const int s = 1 << l, d = s / 2;

    for (int i = s; i < N; i += s)
        for (int j = s; j < N; j += s)
            u[l-1][i][j] += u[l][i][j];
    for (int i = d; i < N; i += s)
        for (int j = s; j < N; j += s)
            u[l-1][i][j] += (u[l][i-d][j] + u[l][i+d][j]) / 2;
    for (int i = s; i < N; i += s)
        for (int j = d; j < N; j += s)
            u[l-1][i][j] += (u[l][i][j-d] + u[l][i][j+d]) / 2;
    for (int i = d; i < N; i += s)
        for (int j = d; j < N; j += s)
            u[l-1][i][j] += (u[l][i-d][j-d] + u[l][i-d][j+d]
                             + u[l][i+d][j-d] + u[l][i+d][j+d]) / 4;
}

static void v_cycle(int levels)
{
    for (int l = 0; l < levels - 1; l++) {
        smooth(l, 2);
        residual(l);
        restriction(l + 1);
    }
    smooth(levels - 1, 10);
    for (int l = levels - 1; l > 0; l--) {
        prolongation(l);
        smooth(l - 1, 2);
    }
}

static double norm(void)
{
    double largest = 0;

    residual(0);
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++)
            largest = fmax(largest, fabs(r[i][j]));
    return largest;
}

int main(void)
{
    const double h = 1.0 / N;
    int levels = 0;

    for (int n = N; n > 1; n /= 2)
        levels++;
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++)
            f[0][i][j] = 2 * (i * h * (1 - i * h) + j * h * (1 - j * h));

    for (int cycle = 1; cycle <= CYCLES; cycle++) {
#pragma fpredict region cycle
        v_cycle(levels);
#pragma fpredict region norm
        printf("cycle %d: residual %.3e\n", cycle, norm());
    }

    double error = 0;
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++)
            error = fmax(error, fabs(u[0][i][j] - i * h * (1 - i * h) * j * h * (1 - j * h)));
    int ok = error < 1e-7;
    printf("multigrid: N = %d, %d levels, %d cycles, centre %.9f, error %.1e: %s\n", N, levels,
           CYCLES, u[0][N/2][N/2], error, ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
