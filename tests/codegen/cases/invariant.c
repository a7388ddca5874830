/* Elements that innermost loops read in each iteration, and do not write: they are read before the
 * loop, if it has an iteration. Values are whole numbers, so that sums are exact in any order. */

#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 20
#endif

double a[N][N], b[N][N], x[N], y[N];
float f[N][N];
int count[N][N], small[N];
double *flat;

#pragma hpf processors P(4)
#pragma hpf template T(N, N)
#pragma hpf distribute T(block, *) onto P
#pragma hpf template L(N)
#pragma hpf distribute L(cyclic) onto P
#pragma hpf align (i,j) with T(i,j) :: a, b, f, count
#pragma hpf align (i) with L(i) :: x, y, small
#pragma hpf dimension(N,N), align(i,j) with T(i,j) :: flat

/* Left of all that is assigned; the second loop has one declared in its head, and goes down. */
static void eliminate(void)
{
    int i, j, k;
    for (k = 0; k < N - 1; k++)
        for (i = k + 1; i < N; i++)
            for (j = k + 1; j < N; j++)
                a[i][j] -= a[i][k] * a[k][j];
    for (int r = N - 1; r > 0; r--)
        for (int i = 0; i < r; i++)
            for (int j = N - 1; j >= r; j--)
                b[i][j] += b[i][r - 1] - b[r][j];
    for (i = 0; i < N; i++)
        for (j = 4; j < N; j++)
            flat[i * N + j] -= flat[i * N + 3] + 1;
}

/* Of another array, in a loop that is divided itself, and in none; of three types. */
static void others(int k)
{
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            a[i][j] += b[i][k] + x[k];
            f[i][j] += f[i][N - 1 - k] > 3 ? 1.0f : 2.0f * b[k][0];
            count[i][j] = count[i][j] + small[k] + (int)b[i][k];
        }
    for (i = 0; i < N; i++)
        y[i] = 2.0 * x[k] - y[i];
    for (i = 0; i < N; i += 3)
        x[i] -= y[k];
}

/* No loop need have an iteration: then the element may be none of the array's. */
static void none(int from, int to, int row, unsigned width, int far)
{
    int i, j;
    for (i = 0; i < N; i++)
        for (j = from; j < to; j++)
            a[i][j] += a[i][far] + b[row][j];
    for (i = from; i < to; i++)
        x[i] += y[far];
    for (int i = from; i < to; i++)
        for (int j = 0; j < N; j++)
            b[i][j] -= a[row][j];
    for (i = 0; i < N; i++) {
        for (unsigned n = 0; n < width; n++)
            b[i][n] -= a[i][far];
        for (unsigned n = width; n > 0; n--)
            b[i][n - 1] += a[i][far + 1];
    }
}

/* Conditions on other elements; declarations; an element that is read twice. */
static void bodies(int k)
{
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 1; j < N; j++) {
            const double t = a[i][0] + 1.0;
            if (j % 3 == 1)
                a[i][j] = t - b[k][j];
            b[i][j] += a[i][0] * a[i][0] - t;
        }
}

static void check(const char *what)
{
    double sums[8] = {0};
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            sums[0] += (i + 1) * (j + 2) * a[i][j];
            sums[1] += (i + 2) * (j + 1) * b[i][j];
            sums[2] += (i + 1) * (j + 3) * f[i][j];
            sums[3] += (i + 3) * (j + 1) * count[i][j];
            sums[7] += (i + 4) * (j + 1) * flat[i * N + j];
        }
    for (i = 0; i < N; i++) {
        sums[4] += (i + 1) * x[i];
        sums[5] += (i + 1) * y[i];
        sums[6] += (i + 1) * small[i];
    }
    printf("%s", what);
    for (i = 0; i < 8; i++)
        printf(" %.0f", sums[i]);
    printf("\n");
}

static void fill(void)
{
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            a[i][j] = i == j ? 1 : (i + 2 * j) % 4 == 0;
            b[i][j] = (3 * i + j) % 5 - 2;
            f[i][j] = (i + j) % 7;
            count[i][j] = i - j;
            flat[i * N + j] = (i * j) % 6;
        }
    for (i = 0; i < N; i++) {
        x[i] = i % 4 - 1;
        y[i] = i % 3;
        small[i] = 3 * i + 1;
    }
}

int main(void)
{
    flat = malloc(N * N * sizeof *flat);
    fill();
    eliminate();
    check("eliminate");
    fill();
    others(0);
    others(N / 2);
    others(N - 1);
    check("others");
    none(3, 3, 1 << 24, 0, 1 << 26);
    none(N, 2, -(1 << 24), 0, -(1 << 26));
    check("none");
    none(2, N, 1, 0, 0);
    none(4, 5, 2, 2, N - 2);
    check("some");
    bodies(2);
    check("bodies");
    free(flat);
    return 0;
}
