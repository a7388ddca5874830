/* Wind-driven circulation of an ocean, by Fourier's pseudospectral method: the
 * vorticity z on a plane that repeats itself in x and y,
 *
 *     dz/dt + J(s, z) + BETA ds/dx = F - FRICTION z,    z = Laplace s,
 *
 * from rest. Derivatives are formed of frequencies, products at points. Matrices
 * are slabs of columns, and along columns they are transformed; for the other
 * axis they are transposed.
 *
 * The wind F blows in two waves of equal length. So the parts of J cancel, and
 * each wave is known for all times. N is a power of two, 16 or more. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 64
#endif
_Static_assert(N >= 16 && (N & (N - 1)) == 0, "N is a power of two, 16 or more");
#define BETA 20.0
#define FRICTION 0.5
#define STEP 0.05

static double ar[N][N], ai[N][N], br[N][N], bi[N][N]; /* to transform */
static double zr[N][N], zi[N][N];                     /* vorticity, by frequency */
static double fr[N][N], fi[N][N];                     /* wind, by frequency */
static double gr[N][N], gi[N][N], omega[N][N];        /* how each frequency grows, and turns */
static double sx[N][N], sy[N][N];                     /* velocity, at points */
static double root_r[N], root_i[N];                   /* of one */
static int wave[N]; /* the wave number of an index: its bits reversed, with a sign */

#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(*,block) onto P
#pragma hpf align (i,j) with T(i,j) :: ar, ai, br, bi, zr, zi, fr, fi, gr, gi, omega, sx, sy

/* Transforms columns to frequencies, which end up with their bits reversed. */
static void to_frequencies(double re[N][N], double im[N][N])
{
    int i, j, k, s;

    for (s = N / 2; s > 0; s /= 2)
#pragma hpf independent
        for (i = 0; i < N; i += 2 * s)
#pragma hpf independent
            for (k = 0; k < s; k++) {
                const double cr = root_r[k * (N / 2 / s)], ci = -root_i[k * (N / 2 / s)];
                for (j = 0; j < N; j++) {
                    const double dr = re[i+k][j] - re[i+k+s][j];
                    const double di = im[i+k][j] - im[i+k+s][j];
                    re[i+k][j] += re[i+k+s][j];
                    im[i+k][j] += im[i+k+s][j];
                    re[i+k+s][j] = cr * dr - ci * di;
                    im[i+k+s][j] = cr * di + ci * dr;
                }
            }
}

/* And back. */
static void to_points(double re[N][N], double im[N][N])
{
    int i, j, k, s;

    for (s = 1; s < N; s *= 2)
#pragma hpf independent
        for (i = 0; i < N; i += 2 * s)
#pragma hpf independent
            for (k = 0; k < s; k++) {
                const double cr = root_r[k * (N / 2 / s)], ci = root_i[k * (N / 2 / s)];
                for (j = 0; j < N; j++) {
                    const double dr = cr * re[i+k+s][j] - ci * im[i+k+s][j];
                    const double di = cr * im[i+k+s][j] + ci * re[i+k+s][j];
                    re[i+k+s][j] = re[i+k][j] - dr;
                    im[i+k+s][j] = im[i+k][j] - di;
                    re[i+k][j] += dr;
                    im[i+k][j] += di;
                }
            }
}

static void transpose(double to[N][N], double from[N][N])
{
    int i, j;

#pragma fpredict region transpose
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            to[i][j] = from[j][i];
}

/* From a, points x by y, to b, frequencies y by x. */
static void forwards(void)
{
    to_frequencies(ar, ai);
    transpose(br, ar);
    transpose(bi, ai);
    to_frequencies(br, bi);
}

/* From b to a. */
static void backwards(void)
{
    to_points(br, bi);
    transpose(ar, br);
    transpose(ai, bi);
    to_points(ar, ai);
}

/* (e^(lambda t) - 1) / lambda, lambda = -FRICTION + i w: its real part, and its
 * imaginary part. */
static double growth_r(double w, double t)
{
    const double e = exp(-FRICTION * t);
    return (FRICTION * (1.0 - e * cos(w * t)) + w * e * sin(w * t)) / (FRICTION * FRICTION + w * w);
}

static double growth_i(double w, double t)
{
    const double e = exp(-FRICTION * t);
    return (w * (1.0 - e * cos(w * t)) - FRICTION * e * sin(w * t)) / (FRICTION * FRICTION + w * w);
}

/* The wind's two waves: 3 x + 4 y and 5 x. */
static int is_wind(int l, int k)
{
    return (k == 3 && l == 4) || (k == -3 && l == -4) || (l == 0 && (k == 5 || k == -5));
}

static void start(void)
{
    const double pi = acos(-1.0);
    int i, j, s;

    wave[0] = 0;
    for (s = 1; s < N; s *= 2)
        for (i = 0; i < s; i++)
            wave[i+s] = wave[i] + N / 2 / s;
    for (i = 0; i < N; i++) {
        wave[i] = wave[i] < N / 2 ? wave[i] : wave[i] - N;
        root_r[i] = cos(2.0 * pi * i / N);
        root_i[i] = sin(2.0 * pi * i / N);
    }
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            const double l = wave[i], k = wave[j], square = k * k + l * l;
            omega[i][j] = square > 0.0 ? BETA * k / square : 0.0;
            gr[i][j] = growth_r(omega[i][j], STEP);
            gi[i][j] = growth_i(omega[i][j], STEP);
            fr[i][j] = is_wind(wave[i], wave[j]) ? 0.5 : 0.0;
            fi[i][j] = zr[i][j] = zi[i][j] = 0.0;
        }
}

int main(void)
{
    int nsteps = 20;
    int i, j, step;

    start();
    for (step = 0; step < nsteps; step++) {
        /* the stream's derivatives, to x in the real part and to y in the other */
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++) {
                const double l = wave[i], k = wave[j];
                const double inverse = -1.0 / (k * k + l * l + (i + j == 0));
                br[i][j] = -(k * zi[i][j] + l * zr[i][j]) * inverse;
                bi[i][j] = (k * zr[i][j] - l * zi[i][j]) * inverse;
            }
        backwards();
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++) {
                sx[i][j] = ar[i][j];
                sy[i][j] = ai[i][j];
            }
        /* and those of the vorticity */
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++) {
                const double l = wave[i], k = wave[j];
                br[i][j] = -(k * zi[i][j] + l * zr[i][j]);
                bi[i][j] = k * zr[i][j] - l * zi[i][j];
            }
        backwards();
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++) {
                ar[i][j] = sx[i][j] * ai[i][j] - sy[i][j] * ar[i][j];
                ai[i][j] = 0.0;
            }
        forwards();
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++) {
                const double dr = fr[i][j] - br[i][j] / (N * N) - FRICTION * zr[i][j]
                                  - omega[i][j] * zi[i][j];
                const double di = fi[i][j] - bi[i][j] / (N * N) - FRICTION * zi[i][j]
                                  + omega[i][j] * zr[i][j];
                zr[i][j] += gr[i][j] * dr - gi[i][j] * di;
                zi[i][j] += gr[i][j] * di + gi[i][j] * dr;
            }
    }

    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            br[i][j] = zr[i][j];
            bi[i][j] = zi[i][j];
        }
    backwards();
    const double t = nsteps * STEP, cell = 2.0 * acos(-1.0) / N;
    double error = 0.0, height = 0.0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            const double a = 3.0 * i * cell + 4.0 * j * cell, b = 5.0 * i * cell;
            const double exact = growth_r(BETA * 3.0 / 25.0, t) * cos(a)
                                 - growth_i(BETA * 3.0 / 25.0, t) * sin(a)
                                 + growth_r(BETA * 5.0 / 25.0, t) * cos(b)
                                 - growth_i(BETA * 5.0 / 25.0, t) * sin(b);
            error += fabs(ar[i][j] - exact) + fabs(ai[i][j]);
            height += fabs(exact);
        }
    int ok = error < 1e-9 * height;
    printf("ocean: N = %d, %d steps, mean vorticity %.6f, error %.1e: %s\n", N, nsteps,
           height / N / N, error / N / N, ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
