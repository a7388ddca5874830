/* a = b = e of which only some processors have e, or of different types; or e sets something. */
#include <math.h>
#include <stdio.h>
#ifndef N
#define N 20
#endif
static double a[N][N], b[N][N], v[N];
static int k[N], calls;
static float f[N];
static double next(double x)
{
    calls++;
    return x * 2;
}
#pragma hpf template T(N, N)
#pragma hpf distribute T(block, block)
#pragma hpf align(i, j) with T(i, j)::a, b
#pragma hpf align(i) with T(i, *)::v, k, f
int main(void)
{
    double s = 0, t = 1;
    int m = 2, i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            a[i][j] = i + j;
            b[i][j] = i - j;
        }
    for (i = 0; i < N; i++)
        k[i] = f[i] = v[i] = i;
    a[0][1] = b[N - 1][2] = sqrt(a[3][3]) + 1;
    v[1] = v[N - 1] = next(m);
    s = v[2] = a[1][N - 1] = b[2][1] * 3 + v[5];
    printf("%f %d\n", s, calls);
    for (i = 1; i < 5; i++)
        a[i][0] = b[0][i] = v[i - 1] + i;
    for (i = 1; i < 5; i++)
        a[N - 1][i] = m++;
    for (i = 1; i < 5; i++)
        t = v[i] = s += i;
    v[0] = v[N - 1] = v[N / 2] = v[N - 1] + 1;
    v[N - 2] = v[1] *= 2;
    j = v[3] = 2.5;
    a[0][N - 1] = j = 2.75;                    /* 2, as j is an int */
    v[4] = (b[N - 1][N - 1] = k[N - 2] = 7.5); /* 7 */
    b[1][0] = f[N - 1] = 0.1;                  /* as a float */
    printf("%f %f %d %d\n", s, t, m, j);
    s = 0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            s += a[i][j] * (i + 2 * j) + b[i][j] * (j + 3 * i);
    t = 0;
    for (i = 0; i < N; i++)
        t += v[i] * (i + 1) + k[i] + f[i] * 3;
    printf("%f %f\n", s, t);
    return 0;
}
