/* Rows that are allocated one by one, and pointers to them: in loops that do something else, too; passed, exchanged and
 * freed. */
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define M 48

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P

void sweep(double **to, double **from, int n, int m);

static void fill(double **a)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 7 + j * 3) % 11;
}

int main(void)
{
    int i;
    double **u, **v;
#pragma hpf align (i,j) with T(i,j) :: u, v
    u = malloc(N * sizeof(double *));
    v = malloc(sizeof *v * N);
    for (i = 0; i < N; i++) {
        u[i] = malloc(M * sizeof(double));
        if ((v[i] = calloc(M, sizeof **v)) == NULL || !u[i])
            exit(1);
    }
    fill(u);
    fill(v);
#pragma fpredict region work
    for (int t = 0; t < 10; t++) {
        sweep(v, u, N, M);
        double **w = u;
        u = v;
        v = w;
    }
    double s = 0;
    for (i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += *(*(u + i) + j) * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    for (i = 0; i < N; i++)
        free(u[i]), free(v[i]);
    free(u);
    free(v);
    return 0;
}

void sweep(double **to, double **from, int n, int m)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + (*(from + i))[j + 1]);
}
