/* Pointers to pointers to rows: all in one piece of memory, plane by plane, and row by row; by a function, and in
 * place; given to functions, and freed. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 32
#endif
#define M 16
#define K 8

#pragma hpf processors P(4)

static double ***in_one_piece(int n, int m, int k)
{
    double ***a = malloc(n * sizeof *a);
    a[0] = malloc((size_t)n * m * sizeof **a);
    a[0][0] = calloc((size_t)n * m * k, sizeof ***a);
    for (int i = 0; i < n; i++) {
        a[i] = a[0] + i * m;
        for (int j = 0; j < m; j++)
            a[i][j] = a[0][0] + (i * m + j) * k;
    }
    return a;
}

static void sweep(double ***to, double ***from)
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < K; k++)
                to[i][j][k] = 0.5 * (from[i - 1][j][k] + from[i + 1][j][k]);
}

int main(void)
{
    double ***u = in_one_piece(N, M, K), ***v = malloc(N * sizeof(double **));
    double ***w = malloc(N * sizeof *w);
#pragma hpf distribute (block,*,*) onto P :: u, v, w

    if (!u || !v || !w)
        return 1;
    for (int i = 0; i < N; i++) {
        v[i] = malloc(M * sizeof(double *));
        v[i][0] = malloc(M * K * sizeof(double));
        for (int j = 1; j < M; j++)
            v[i][j] = v[i][j - 1] + K;
    }
    for (int i = 0; i < N; i++) {
        w[i] = malloc(M * sizeof **w);
        for (int j = 0; j < M; j++) {
            w[i][j] = malloc(K * sizeof ***w);
            if (!w[i][j])
                return 1;
        }
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < K; k++) {
                v[i][j][k] = (i * 5 + j * 3 + k) % 7;
                w[i][j][k] = 0;
            }
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        sweep(w, v);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                for (int k = 0; k < K; k++) {
                    u[i][j][k] += w[i][j][k];
                    v[i][j][k] = 0.9 * w[i][j][k] + 0.1;
                }
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < K; k++)
                sum += u[i][j][k] * (1 + (i + j + k) % 3);
    printf("%.12g\n", sum);
    for (int i = 0; i < N; i++) {
        free(v[i][0]);
        free(v[i]);
        for (int j = 0; j < M; j++)
            free(w[i][j]);
        free(w[i]);
    }
    free(u[0][0]);
    free(u[0]);
    free(u);
    free(v);
    free(w);
    return 0;
}
