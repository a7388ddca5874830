/* Subscripts that wrap round, and those that are kept within the array. */
#include <stdio.h>

#ifndef N
#define N 16
#endif
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CLAMP(x) ((x) < 0 ? 0 : (x) >= N ? N - 1 : (x))
double u[N], v[N], a[N][N], b[N][N], c[N * N], d[N * N];
#pragma hpf template T(N)
#pragma hpf distribute T(block)
#pragma hpf align(i) with T(i) :: u, v
#pragma hpf align(i,*) with T(i) :: a, b
#pragma hpf dimension(N,N), align(i,*) with T(i) :: c, d

static void ring(void)
{
    for (int i = 0; i < N; i++)
        v[i] = u[(i + N - 1) % N] + 2 * u[(i + 1) % N];
    for (int i = 0; i < N; i++)
        u[i] = v[i] - 3 * v[i == 0 ? N - 1 : i - 1];
    for (int i = 0; i < N; i++)
        v[i] = u[i - 1 < 0 ? i - 1 + N : i - 1] + u[i + 1 >= N ? i + 1 - N : i + 1];
    for (int i = 0; i < N; i++)
        u[i] = v[CLAMP(i - 1)] - v[MIN(i + 1, N - 1)] / 2 + i;
}

static void torus(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i][j] = a[(i + N - 1) % N][(j + 1) % N] + 2 * a[(i + 1) % N][(j + N - 1) % N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = b[CLAMP(i - 1)][j] / 4 - b[i][CLAMP(j + 1)] / 8;
}

static void flat(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            d[i * N + j] = c[((i + N - 1) % N) * N + (j + 1) % N] +
                           c[(i == N - 1 ? 0 : i + 1) * N + (j == 0 ? N - 1 : j - 1)];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            c[i * N + j] = d[MAX(i - 1, 0) * N + CLAMP(j - 2)] / 4 - d[CLAMP(i + 1) * N + j] / 8;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        u[i] = i * 7 % 5;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 31 + j * 17) % 11;
            c[i * N + j] = (i * 13 + j * 29) % 7;
        }
    for (int t = 0; t < 3; t++) {
        ring();
        torus();
        flat();
    }
    double r = 0, s = 0;
    for (int i = 0; i < N; i++)
        r += u[i] * (i + 1);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += a[i][j] * (i + 2 * j) + c[i * N + j] * (3 * i + j);
    printf("%.6f %.6f\n", r, s);
    return 0;
}
