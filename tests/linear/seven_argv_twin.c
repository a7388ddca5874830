/* seven_argv.c, with a subscript for each dimension. */
#include <stdio.h>
#include <stdlib.h>


int main(int argc, char **argv)
{
    const int l = argc > 1 ? atoi(argv[1]) : 16;
    const int n = argc > 2 ? atoi(argv[2]) : 24;
    const int m = argc > 3 ? atoi(argv[3]) : 20;
    double (*u)[n][m] = malloc(sizeof(double[l][n][m]));
    double (*v)[n][m] = malloc(sizeof(double[l][n][m]));
#pragma hpf processors P(2,2)
#pragma hpf template T(l,n,m)
#pragma hpf distribute T(block,block,*) onto P
#pragma hpf align u(i,j,k) with T(i,j,k)
#pragma hpf align v(i,j,k) with T(i,j,k)
    for (int i = 0; i < l; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < m; k++)
                u[i][j][k] = (i + 2 * j + 3 * k) % 7;
    for (int i = 0; i < l; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < m; k++)
                v[i][j][k] = 0;
#pragma fpredict region work
    {
        for (int i = 1; i < l - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < m - 1; k++)
                    v[i][j][k] = u[i][j][k] - (u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] + u[i][j][k - 1] + u[i][j][k + 1]) / 6;
    }
    double s = 0;
    for (int i = 0; i < l; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < m; k++)
                s += v[i][j][k] * (1 + (i + 3 * j + 4 * k) % 5);
    printf("%.10g\n", s);
    free(u);
    free(v);
    return 0;
}
