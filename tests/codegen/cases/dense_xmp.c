/* The same of XcalableMP: loops, a reflect of a shadow in cycles, gmoves between arrays in cycles
 * and in blocks, and from a row, reductions with places, broadcasts, and a task. */
#include <stdio.h>
#ifndef N
#define N 36
#endif
static double a[N][N], b[N][N], u[N][N], v[N], row[N];
#pragma xmp nodes p[4]
#pragma xmp template t[N][N]
#pragma xmp template r[N]
#pragma xmp distribute t[cyclic(2)][*] onto p
#pragma xmp distribute r[block] onto p
#pragma xmp align a[i][j] with t[i][j]
#pragma xmp align u[i][j] with t[i][j]
#pragma xmp shadow u[1][0]
#pragma xmp align b[i][*] with r[i]
#pragma xmp align v[i] with t[i][*]

int main(void)
{
    int i, j, k, ii = -1;
    double big = -1, s = 0, x = 0;
#pragma xmp loop (i) on t[i][*]
    for (i = 0; i < N; i++) {
        v[i] = i % 7;
        for (j = 0; j < N; j++) {
            a[i][j] = (i * 5 + j) % 7 + 0.5;
            u[i][j] = (i + j * 3) % 11;
        }
    }
    for (k = 0; k < 4; k++) {
#pragma xmp reflect (u)
#pragma xmp loop (i) on t[i][*]
        for (i = 1; i < N - 1; i++)
            for (j = 0; j < N; j++)
                a[i][j] = (u[i - 1][j] + u[i + 1][j] + a[i][j]) / 3;
#pragma xmp loop (i) on t[i][*]
        for (i = N - 2; i >= 1; i--)
            for (j = 0; j < N; j++)
                u[i][j] = a[i][j];
#ifdef XMP_SEQUENTIAL
        for (j = 0; j < N; j++)
            row[j] = a[k * 5][j];
#else
#pragma xmp gmove
        row[:] = a[k * 5][:];
#endif
#pragma xmp loop (i) on t[i][*]
        for (i = 0; i < N; i += 3)
            for (j = 0; j < N; j++)
                a[i][j] += row[j] / 8;
    }
#ifdef XMP_SEQUENTIAL
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            b[i][j] = a[i][j];
#else
#pragma xmp gmove
    b[:][:] = a[:][:];
#endif
#pragma xmp loop (i) on r[i]
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            b[i][j] *= 1 + (i + j) % 3;
#ifdef XMP_SEQUENTIAL
    for (i = 0; i < N - 4; i++)
        for (j = 0; j < N; j++)
            a[i + 2][j] = b[i + 1][j];
    for (j = 0; j < N; j++)
        a[N - 1][j] = b[0][j];
#else
#pragma xmp gmove
    a[2:N-4][:] = b[1:N-4][:];
#pragma xmp gmove
    a[N - 1][:] = b[0][:];
#endif
#pragma xmp loop (i) on t[i][*] reduction(firstmax:big/ii/)
    for (i = 0; i < N; i++)
        if (v[i] + a[i][3] > big) {
            big = v[i] + a[i][3];
            ii = i;
        }
#pragma xmp task on t[5][*]
    x = v[5] * 2 + a[5][4];
#pragma xmp bcast (x) from t[5][*]
#pragma xmp loop (i) on t[i][*] reduction(+:s)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            s += a[i][j] * (1 + (i + 2 * j) % 5) + u[i][j];
    printf("%.9g %d %.9g %.9g\n", big, ii, x, s);
    return 0;
}
