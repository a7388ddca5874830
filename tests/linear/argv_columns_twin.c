/* argv_columns.c, with a subscript for each dimension. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    int n = atoi(argv[1]);
    double u[n][n], v[n][n];
#pragma hpf processors P(4)
#pragma hpf template T(n,n)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align u(i,j) with T(i,j)
#pragma hpf align v(i,j) with T(i,j)

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[i][j] = (i * 7 + j * 3) % 11;
            v[i][j] = 0;
        }
#pragma fpredict region work
    {
        for (int i = 1; i < n - 1; i++)
            if (u[i][n - 1] > 0)
                v[i][n - 2] = u[i][n - 1] + u[i][n - 2];
        for (int i = 1; i < n; i++)
            v[i][n - 1] = u[i - 1][n - 1];
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += v[i][j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
