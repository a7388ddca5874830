/* jacobi_argv_idx.c, with a subscript for each dimension. */
#include <stdio.h>
#include <stdlib.h>


int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 64;
    const int m = argc > 2 ? atoi(argv[2]) : 48;
    double (*u)[m] = malloc(sizeof(double[n][m]));
    double (*v)[m] = malloc(sizeof(double[n][m]));
#pragma hpf processors P(4)
#pragma hpf template T(n,m)
#pragma hpf distribute T(*,block) onto P
#pragma hpf align u(i,j) with T(i,j)
#pragma hpf align v(i,j) with T(i,j)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            u[i][j] = (i * 7 + j * 3) % 11;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            v[i][j] = 0;
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                u[i][j] = v[i][j];
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += u[i][j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    free(u);
    free(v);
    return 0;
}
