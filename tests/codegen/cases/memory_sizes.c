/* memcpy and memset of whole distributed arrays, whose bytes are said in many ways. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef N
#define N 16
#endif
typedef double mat[N][N];
mat A, B;
double *f, *g, s[N][N], t[N][N];
double *u;
#pragma hpf processors P(*)
#pragma hpf distribute A(block, *) onto P
#pragma hpf distribute B(block, *) onto P
#pragma hpf align s(i, j) with A(i, j)
#pragma hpf align t(i, j) with A(i, j)
#pragma hpf align u(i) with A(i, *)
#pragma hpf dimension(N, N), distribute(block, *) onto P ::f, g
int main(void)
{
    f = malloc(N * N * sizeof *f);
    g = malloc(sizeof(double) * N * N);
    u = malloc(N * sizeof *u);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            B[i][j] = i - j;
            s[i][j] = i + j;
            f[i * N + j] = i * j % 7;
        }
    memcpy(A, B, sizeof(mat));
    memcpy(t, s, N * N * sizeof **s);
    memcpy(g, f, N * N * sizeof *f);
    memcpy(f, g, sizeof(double) * N * N);
    double sum = 0;
    memset(u, 0, N * sizeof(double));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += A[i][j] * 3 + t[i][j] * j + g[i * N + j] + f[i * N + j] * 2 + u[i];
    memset(s, 0, sizeof s);
    memset(A, 0, sizeof(mat));
    memset(B, 0, N * N * sizeof(double));
    memset(t, 0, N * sizeof t[0]);
    memset(f, 0, N * N * sizeof *f);
    memcpy(g, f, sizeof(double[N * N]));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += A[i][j] + 2 * B[i][j] + 3 * s[i][j] + 4 * t[i][j] + f[i * N + j] + g[i * N + j];
    printf("%g\n", sum);
    return 0;
}
