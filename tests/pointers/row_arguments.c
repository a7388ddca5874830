/* A row of each array for each call: of a table of rows, of an array, and of a flat one. */
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define M 48

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
double **u, v[N][M], *w;
#pragma hpf align (i,j) with T(i,j) :: u, v
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: w

static void relax_row(double *restrict to, const double *up, const double *at, const double *down, int m)
{
    for (int j = 1; j < m - 1; j++)
        to[j] = 0.25 * (up[j] + down[j] + at[j - 1] + at[j + 1]);
}

static void add(int m, double x[], const double y[])
{
    for (int j = 0; j < m; j++)
        x[j] += y[j];
}

int main(void)
{
    u = malloc(N * sizeof *u);
    for (int i = 0; i < N; i++)
        u[i] = malloc(M * sizeof **u);
    w = malloc(N * M * sizeof *w);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            u[i][j] = v[i][j] = w[i * M + j] = (i * 7 + j * 3) % 11;
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        for (int i = 1; i < N - 1; i++)
            relax_row(v[i], u[i - 1], u[i], u[i + 1], M);
        for (int i = 1; i < N - 1; i++)
            relax_row(u[i], v[i - 1], v[i], &v[i + 1][0], M);
        for (int i = 0; i < N; i++)
            add(M, u[i], w + i * M);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += u[i][j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
