/* A fast solver of Poisson's equation on the unit square, zero on its border:
 * sine transforms along each row, which leave a tridiagonal system for each
 * frequency, and cyclic reduction of these systems across the rows.
 *
 * Row 0 and column 0 are border; row N and column N, the border too, are not
 * stored. N is a power of two. The right side is that of u = x(1 - x) y(1 - y), of
 * which the five-point formula is exact. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 128
#endif
#define LEVELS 30
_Static_assert(N >= 4 && (N & (N - 1)) == 0, "N is a power of two, 4 or more");

static double u[N][N], re[N][N], im[N][N];
static double sine[2*N], c[LEVELS][N]; /* sin(pi j / N); coefficients of the systems */
static int reversed[N];                /* with the bits of the index reversed */

#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align u(i,j) with T(i,j)
#pragma hpf align re(i,j) with T(i,j)
#pragma hpf align im(i,j) with T(i,j)

/* Replaces each row u[j], 0 < j < N, by the sum of u[k] sin(pi j k / N), by a
 * Fourier transform of its values folded. */
static void sine_transforms(void)
{
    int i, j, k, s;

    for (i = 1; i < N; i++) {
        re[i][0] = im[i][0] = 0.0;
        for (j = 1; j < N; j++) {
            re[i][reversed[j]] = sine[j] * (u[i][j] + u[i][N-j]) + 0.5 * (u[i][j] - u[i][N-j]);
            im[i][reversed[j]] = 0.0;
        }
        for (s = 1; s < N; s *= 2)
#pragma hpf independent
            for (j = 0; j < N; j += 2 * s)
#pragma hpf independent
                for (k = 0; k < s; k++) {
                    const double wr = sine[N/2 + k * (N/s)], wi = sine[k * (N/s)];
                    const double tr = wr * re[i][j+k+s] - wi * im[i][j+k+s];
                    const double ti = wr * im[i][j+k+s] + wi * re[i][j+k+s];
                    re[i][j+k+s] = re[i][j+k] - tr;
                    im[i][j+k+s] = im[i][j+k] - ti;
                    re[i][j+k] += tr;
                    im[i][j+k] += ti;
                }
        u[i][1] = 0.5 * re[i][0];
        for (k = 1; k < N / 2; k++) {
            u[i][2*k] = im[i][k];
            u[i][2*k+1] = u[i][2*k-1] + re[i][k];
        }
    }
}

/* Solves u[i] + c[0][j] (u[i-1] + u[i+1]) = right side, in its place, for each
 * frequency j. Every other equation goes, until one is left; then backwards. */
static void cyclic_reduction(void)
{
    int i, j, s, level = 0;

    for (s = 1; s < N / 2; s *= 2) {
        for (i = 2 * s; i < N; i += 2 * s)
            for (j = 1; j < N; j++)
                u[i][j] = (u[i][j] - c[level][j] * (u[i-s][j] + u[i+s][j]))
                          / (1.0 - 2.0 * c[level][j] * c[level][j]);
        for (j = 1; j < N; j++)
            c[level+1][j] = c[level][j] * c[level][j] / (2.0 * c[level][j] * c[level][j] - 1.0);
        level++;
    }
    for (s = N / 4; s > 0; s /= 2) {
        level--;
        for (i = s; i < N; i += 2 * s) {
            for (j = 1; j < N; j++)
                u[i][j] -= c[level][j] * u[i-s][j];
            if (i + s < N)
                for (j = 1; j < N; j++)
                    u[i][j] -= c[level][j] * u[i+s][j];
        }
    }
}

int main(void)
{
    const double pi = acos(-1.0), h = 1.0 / N;
    int i, j, s;

    for (j = 0; j < 2 * N; j++)
        sine[j] = sin(pi * j / N);
    reversed[0] = 0;
    for (s = 1; s < N; s *= 2)
        for (j = 0; j < s; j++)
            reversed[j+s] = reversed[j] + N / 2 / s;
    for (j = 1; j < N; j++)
        c[0][j] = 1.0 / (2.0 * sine[N/2+j] - 4.0);
    for (i = 1; i < N; i++)
        for (j = 1; j < N; j++)
            u[i][j] = -2.0 * (i * h * (1.0 - i * h) + j * h * (1.0 - j * h)) * h * h;

#pragma fpredict region sine
    sine_transforms();
    for (i = 1; i < N; i++)
        for (j = 1; j < N; j++)
            u[i][j] *= 2.0 * h * c[0][j]; /* and the factor of the two transforms */
#pragma fpredict region reduction
    cyclic_reduction();
#pragma fpredict region sine
    sine_transforms();

    double error = 0.0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            error += fabs(u[i][j] - i * h * (1.0 - i * h) * j * h * (1.0 - j * h));
    int ok = error * h * h < 1e-12;
    printf("poisson: N = %d, centre %.9f, mean error %.1e: %s\n", N, u[N/2][N/2], error * h * h,
           ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
