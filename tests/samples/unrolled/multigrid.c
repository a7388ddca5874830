/* samples/multigrid/multigrid.c for N = 128 or 64, without a loop over levels: each has functions of its own, in
 * which its number and the distance of its points are numbers. It prints the same. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 128
#endif
#define LEVELS 10
#define CYCLES 10
#define OMEGA 0.8

static double u[LEVELS][N+1][N+1];
static double f[LEVELS][N+1][N+1];
static double r[N+1][N+1];

#pragma hpf processors P(2,2)
#pragma hpf template T(N+1,N+1)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align (*,i,j) with T(i,j) :: u, f
#pragma hpf align r(i,j) with T(i,j)

/* Level l, whose points are s apart. */
#define SMOOTHER(l, s)                                                                             \
    static void residual_##l(void)                                                                 \
    {                                                                                              \
        const double h = (double)s / N;                                                            \
                                                                                                   \
        for (int i = s; i < N; i += s)                                                             \
            for (int j = s; j < N; j += s)                                                         \
                r[i][j] = f[l][i][j] - (4 * u[l][i][j] - u[l][i-s][j] - u[l][i+s][j]               \
                                        - u[l][i][j-s] - u[l][i][j+s]) / (h * h);                  \
    }                                                                                              \
    static void smooth_##l(int steps)                                                              \
    {                                                                                              \
        const double h = (double)s / N;                                                            \
                                                                                                   \
        for (int step = 0; step < steps; step++) {                                                 \
            residual_##l();                                                                        \
            for (int i = s; i < N; i += s)                                                         \
                for (int j = s; j < N; j += s)                                                     \
                    u[l][i][j] += OMEGA * h * h / 4 * r[i][j];                                     \
        }                                                                                          \
    }

/* Between level l and the finer one f, whose points are d apart. */
#define TRANSFER(l, s, finer, d)                                                                   \
    static void restriction_##l(void)                                                              \
    {                                                                                              \
        for (int i = s; i < N; i += s)                                                             \
            for (int j = s; j < N; j += s) {                                                       \
                f[l][i][j] = (4 * r[i][j] + 2 * (r[i-d][j] + r[i+d][j] + r[i][j-d] + r[i][j+d])    \
                              + r[i-d][j-d] + r[i-d][j+d] + r[i+d][j-d] + r[i+d][j+d]) / 16;       \
                u[l][i][j] = 0;                                                                    \
            }                                                                                      \
    }                                                                                              \
    static void prolongation_##l(void)                                                             \
    {                                                                                              \
        for (int i = s; i < N; i += s)                                                             \
            for (int j = s; j < N; j += s)                                                         \
                u[finer][i][j] += u[l][i][j];                                                      \
        for (int i = d; i < N; i += s)                                                             \
            for (int j = s; j < N; j += s)                                                         \
                u[finer][i][j] += (u[l][i-d][j] + u[l][i+d][j]) / 2;                               \
        for (int i = s; i < N; i += s)                                                             \
            for (int j = d; j < N; j += s)                                                         \
                u[finer][i][j] += (u[l][i][j-d] + u[l][i][j+d]) / 2;                               \
        for (int i = d; i < N; i += s)                                                             \
            for (int j = d; j < N; j += s)                                                         \
                u[finer][i][j] += (u[l][i-d][j-d] + u[l][i-d][j+d]                                 \
                                   + u[l][i+d][j-d] + u[l][i+d][j+d]) / 4;                         \
    }

SMOOTHER(0, 1)
SMOOTHER(1, 2)
SMOOTHER(2, 4)
SMOOTHER(3, 8)
SMOOTHER(4, 16)
SMOOTHER(5, 32)
#if N == 128
SMOOTHER(6, 64)
#endif
TRANSFER(1, 2, 0, 1)
TRANSFER(2, 4, 1, 2)
TRANSFER(3, 8, 2, 4)
TRANSFER(4, 16, 3, 8)
TRANSFER(5, 32, 4, 16)
#if N == 128
TRANSFER(6, 64, 5, 32)
#endif

#define DOWN(l, coarser)                                                                           \
    smooth_##l(2);                                                                                 \
    residual_##l();                                                                                \
    restriction_##coarser()

#define UP(l, finer)                                                                               \
    prolongation_##l();                                                                            \
    smooth_##finer(2)

static void v_cycle(void)
{
    DOWN(0, 1);
    DOWN(1, 2);
    DOWN(2, 3);
    DOWN(3, 4);
    DOWN(4, 5);
#if N == 128
    DOWN(5, 6);
    smooth_6(10);
    UP(6, 5);
#else
    smooth_5(10);
#endif
    UP(5, 4);
    UP(4, 3);
    UP(3, 2);
    UP(2, 1);
    UP(1, 0);
}

static double norm(void)
{
    double largest = 0;

    residual_0();
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
        v_cycle();
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
