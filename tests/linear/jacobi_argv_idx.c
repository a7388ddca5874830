/* Jacobi by IDX(i,j), both extents from argv. */
#include <stdio.h>
#include <stdlib.h>

#define IDX(i,j) ((i)*m + (j))

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 64;
    const int m = argc > 2 ? atoi(argv[2]) : 48;
    double *u = malloc(n*m * sizeof *u);
    double *v = malloc(n*m * sizeof *v);
#pragma hpf processors P(4)
#pragma hpf template T(n,m)
#pragma hpf distribute T(*,block) onto P
#pragma hpf dimension(n,m), align(i,j) with T(i,j) :: u
#pragma hpf dimension(n,m), align(i,j) with T(i,j) :: v
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            u[IDX(i, j)] = (i * 7 + j * 3) % 11;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            v[IDX(i, j)] = 0;
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                v[IDX(i, j)] = 0.25 * (u[IDX(i - 1, j)] + u[IDX(i + 1, j)] + u[IDX(i, j - 1)] + u[IDX(i, j + 1)]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                u[IDX(i, j)] = v[IDX(i, j)];
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += u[IDX(i, j)] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    free(u);
    free(v);
    return 0;
}
