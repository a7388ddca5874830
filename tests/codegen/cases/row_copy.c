/* Rows that are copied, which programs do with memcpy where they may: and loops beside them that
 * only look like it. Values are whole numbers, so that sums are exact in any order. */

#include <stdio.h>

#ifndef N
#define N 20
#endif
#define ROW(i) a[i]

double a[N][N], b[N][N + 2], c[N][N], x[N], y[N];
float f[N][N];

#pragma hpf template T(N, N + 2)
#pragma hpf distribute T(block, *)
#pragma hpf template L(N)
#pragma hpf distribute L(block)
#pragma hpf align (i,j) with T(i,j) :: a, b, c, f
#pragma hpf align (i) with L(i) :: x, y

/* Rows, parts of rows with other columns, vectors, and none at all. */
static void copies(int from, int to)
{
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            c[i][j] = a[i][j];
    for (i = 1; i < N; i++)
        for (int k = 1; k < N - 1; k++) {
            b[i][k + 2] = c[i - 1][k - 1];
        }
    for (i = 0; i < N; i++)
        for (j = from; j < to; j++)
            a[i][j] = b[i][j + 1];
    for (j = from; j <= to; ++j)
        y[j] = x[j];
}

/* A bound without a sign, of which one less may be the largest there is. */
static void unsigned_bound(unsigned n)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < n; j++)
            c[i][j] = a[i][j];
}

/* Neither: of one array, of two types, with a macro, down, by twos, from the other end, and with more
 * than the assignment. */
static void others(void)
{
    int i, j;
    unsigned small;
    for (i = 1; i < N; i++)
        for (j = 0; j < N; j++)
            a[i][j] = a[i - 1][j];
    for (i = 0; i < N; i++)
        for (j = 1; j < N; j++)
            c[i][j] = c[i][j - 1];
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            f[i][j] = b[i][j];
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            ROW(i)[j] = c[i][j];
    for (i = 0; i < N; i++)
        for (j = N - 1; j >= 0; j--)
            c[i][j] = b[i][j];
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j += 2)
            b[i][j] = a[i][j];
    for (i = 0; i < N; i++)
        x[i] = y[N - 1 - i];
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            b[i][j] = -c[i][j];
    for (i = 0; i < N; i++)
        for (small = 0; small < N; small++)
            c[i][small] = b[i][small];
}

int main(void)
{
    double sum = 0.0, rows = 0.0;
    int i, j;
    for (i = 0; i < N; i++) {
        x[i] = i;
        y[i] = 2 * i + 1;
        for (j = 0; j < N; j++)
            a[i][j] = i * 31 + j;
    }
    for (i = 0; i < N; i++)
        for (j = 0; j < N + 2; j++)
            b[i][j] = -i - j;
    for (int pass = 0; pass < 3; pass++) {
        copies(pass * 3, N - 1 - pass * 4);
        copies(N - 4, N - 6);
        unsigned_bound(0);
        unsigned_bound(N / 2);
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++)
                sum += a[i][j] * (i + 1) + b[i][j] * (j + 1) + c[i][j] * (i * j % 7);
        others();
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++)
                sum += a[i][j] * (i + 2) + b[i][j] * (j + 3) + c[i][j] * (i * j % 5) + f[i][j];
        for (i = 0; i < N; i++)
            rows += x[i] * (i + 1) + y[i];
    }
    printf("sums %.0f and %.0f\n", sum, rows);
    return 0;
}
