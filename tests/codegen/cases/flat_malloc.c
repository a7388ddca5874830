/* Flat arrays from malloc and calloc, extents that are known when the program runs, and free. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 12
#endif
#define AT(a, i, j) a[(size_t)(i)*m + (j)]

static double *shared;
#pragma hpf processors P(4)
#pragma hpf template S(N,N)
#pragma hpf distribute S(block,*) onto P
#pragma hpf dimension(N,N), align(i,j) with S(i,j) :: shared

static void turn(int n, double *to, double *from)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            to[i * n + j] = from[j * n + i] + 1;
}

int main(void)
{
    const int n = N, m = N + 5;
    double *u = malloc(n * m * sizeof *u), *v = (double *)calloc(n * m, sizeof(double));
    double *square;
    float *few = calloc(N, sizeof *few);
    double s = 0;
#pragma hpf template T(n,m)
#pragma hpf distribute T(block,*) onto P
#pragma hpf dimension(n,m), align(i,j) with T(i,j) :: u, v
#pragma hpf dimension(N,N), align(i,j) with S(i,j) :: square
#pragma hpf dimension few(N)
#pragma hpf align few(i) with S(i,*)
    shared = malloc(sizeof(double) * N * N);
    square = malloc(N * N * sizeof *square);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            u[i * m + j] = (i * 5 + j * 3) % 13;
    for (int step = 0; step < 4; step++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                AT(v, i, j) = AT(u, i - 1, j) + AT(u, i, j + 1) - AT(u, i + 1, j);
        for (size_t i = 1; i < N - 1; i++)
            for (size_t j = 1; j < N + 4; j++)
                u[i * m + j] = 0.5 * v[i * m + j];
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            shared[i * N + j] = AT(u, i, j + 2);
        few[i] += shared[i * N];
    }
    turn(N, square, shared);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += square[i * N + j] * (1 + (i + 3 * j) % 5) * (1 + few[i]);
    printf("%.6f\n", s);
    s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += v[i * m + j] * (1 + (2 * i + j) % 3);
    printf("%.6f\n", s);
    free(u);
    free(v);
    free(square);
    free(shared);
    free(few);
    return 0;
}
