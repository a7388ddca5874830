/* Tables of pointers to rows whose elements lie in the table's own memory, behind its pointers. */
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 12
#endif
#define M 10
#pragma hpf processors P(*)

static double **make(int n, int m)
{
    double **t = malloc(n * sizeof *t + n * m * sizeof **t);
    for (int i = 0; i < n; i++)
        t[i] = (double *)&t[n] + m * i;
    return t;
}

int main(void)
{
    int n = N, m = M;
    double **a = malloc(n * sizeof *a + n * m * sizeof **a);
    double **b = malloc(n * sizeof(double *) + n * m * sizeof(double));
    double **c = make(N, M);
#pragma hpf distribute a(block, *) onto P
#pragma hpf align b(i, j) with a(i, j)
#pragma hpf align c(i, j) with a(i, j)
    double *data = (double *)&b[n];
    for (int i = 0; i < n; i++) {
        a[i] = (double *)(a + n) + i * m;
        b[i] = data + i * m;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            a[i][j] = i * 3 + j;
            b[i][j] = i - j;
            c[i][j] = 2;
        }
    double s = 0;
    for (int i = 1; i < N; i++)
        for (int j = 0; j < M; j++)
            s += a[i][j] * b[i - 1][j] + c[i - 1][j];
    printf("%g\n", s);
    free(a);
    free(b);
    free(c);
    return 0;
}
