/* Rows, and parts of them, that functions get: of arrays, of tables of rows, of flat arrays by sums, addresses and
 * pointers; passed on; of two dimensions. */
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 12
#endif
#define M (N + 3)
#define K 5
#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
static double u[N][M], v[N][M], planes[N][M][K], others[N][M][K], sums[N];
static double *flat, *second;
#pragma hpf align (i,j) with T(i,j) :: u, v
#pragma hpf align (i,j,k) with T(i,j) :: planes, others
#pragma hpf align sums(i) with T(i,*)
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: flat, second

static void relax_row(double *restrict out, const double *up, const double *u, const double *down, int n)
{
    for (int j = 1; j < n - 1; j++)
        out[j] = 0.25 * (up[j] + down[j] + *(u + j - 1) + u[j + 1]);
}

static double dot(int n, const double x[], const double y[])
{
    double s = 0;
    for (int j = 0; j < n; j++)
        s += x[j] * y[j];
    return s;
}

static void copy(double *to, const double *from, int n)
{
    double *p = to;
    for (int j = 0; j < n; j++)
        p[j] = from[j];
}

static void copy_inside(double *to, double *from, int n)
{
    copy(to + 1, from + 1, n - 2);
}

static void smooth(double (*out)[K], double (*below)[K], double (*here)[K], double (*above)[K])
{
    for (int j = 1; j < M - 1; j++)
        for (int k = 1; k < K - 1; k++)
            out[j][k] = 0.5 * here[j][k] + 0.1 * (below[j][k] + above[j][k] + here[j - 1][k] + here[j][k + 1]);
}

int main(void)
{
    double **rows = malloc(N * sizeof *rows);
#pragma hpf align rows(i,j) with T(i,j)
    for (int i = 0; i < N; i++)
        rows[i] = malloc(M * sizeof(double));
    flat = malloc(N * M * sizeof *flat);
    second = malloc(N * M * sizeof *second);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            u[i][j] = v[i][j] = (i * 7 + j * 3) % 11;
            rows[i][j] = 1;
            flat[i * M + j] = i - j;
            second[i * M + j] = i + j;
            for (int k = 0; k < K; k++)
                planes[i][j][k] = others[i][j][k] = (i * j + k) % 7;
        }
    for (int t = 0; t < 3; t++) {
        for (int i = 1; i < N - 1; i++)
            relax_row(v[i], u[i - 1], u[i], u[i + 1], M);
        for (int i = 1; i < N - 1; i++)
            relax_row(rows[i], &v[i - 1][0], v[i], *(v + i + 1), M);
        for (int i = 1; i < N - 1; i++)
            relax_row(second + i * M, &flat[(i - 1) * M], flat + i * M, &flat[i * M + M], M);
        for (int i = 0; i < N; i++) {
            double *row = flat + i * M;
            copy_inside(row, second + i * M, M);
        }
        for (int i = 0; i < N; i++)
            copy_inside(u[i], rows[i], M);
        for (int i = 1; i < N - 1; i++)
            smooth(others[i], planes[i - 1], planes[i], planes[i + 1]);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                copy(planes[i][j], others[i][j], K);
    }
    for (int i = 0; i < N; i++)
        sums[i] = dot(M, u[i], v[i]);
    double s = 0, all = 0;
    for (int i = 0; i < N; i++) {
        all += sums[i] + dot(M - 2, &rows[i][1], flat + i * M + 1);
        for (int j = 0; j < M; j++)
            s += u[i][j] * (1 + (i + 3 * j) % 5) + flat[i * M + j] * (j % 3) + planes[i][j][j % K];
    }
    printf("%.10g %.10g\n", s, all);
    return 0;
}
