/* Rows that are not a table's own, or not only. */
#include <stdio.h>
#include <stdlib.h>
#define N 16
#define M 12
#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P

int main(void)
{
    double **a = malloc(N * sizeof *a), **b = malloc(N * sizeof *b), **c = malloc(N * sizeof *c);
    double **d = malloc(N * sizeof *d);
    double *shared = malloc(N * M * sizeof *shared), *named = malloc(N * M * sizeof *named);
#pragma hpf dimension(N,M), align (i,j) with T(i,j) :: a, b, c, d
    for (int i = 0; i < N; i++) {
        a[i] = shared + i * M; /* two tables of the same rows */
        b[i] = shared + i * M;
        c[i] = named + i * M; /* by another name, too */
        d[i] = malloc((i + 1) * sizeof **d); /* of different lengths */
    }
    for (int k = 0; k < N * M; k++)
        named[k] = 1;
    double *t = a[3]; /* rows exchanged */
    a[3] = a[5];
    a[5] = t;
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i && j < M; j++)
            s += a[i][j] + b[i][j] + c[i][j] + d[i][j];
    printf("%g\n", s);
    return 0;
}
