/* Seven points, three extents from argv. */
#include <stdio.h>
#include <stdlib.h>


int main(int argc, char **argv)
{
    const int l = argc > 1 ? atoi(argv[1]) : 16;
    const int n = argc > 2 ? atoi(argv[2]) : 24;
    const int m = argc > 3 ? atoi(argv[3]) : 20;
    double *u = malloc(l*n*m * sizeof *u);
    double *v = malloc(l*n*m * sizeof *v);
#pragma hpf processors P(2,2)
#pragma hpf template T(l,n,m)
#pragma hpf distribute T(block,block,*) onto P
#pragma hpf dimension(l,n,m), align(i,j,k) with T(i,j,k) :: u
#pragma hpf dimension(l,n,m), align(i,j,k) with T(i,j,k) :: v
    for (int i = 0; i < l; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < m; k++)
                u[(i*n + j)*m + k] = (i + 2 * j + 3 * k) % 7;
    for (int i = 0; i < l; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < m; k++)
                v[(i*n + j)*m + k] = 0;
#pragma fpredict region work
    {
        for (int i = 1; i < l - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < m - 1; k++)
                    v[(i*n + j)*m + k] = u[(i*n + j)*m + k] - (u[((i - 1)*n + j)*m + k] + u[((i + 1)*n + j)*m + k] + u[(i*n + j - 1)*m + k] + u[(i*n + j + 1)*m + k] + u[(i*n + j)*m + k - 1] + u[(i*n + j)*m + k + 1]) / 6;
    }
    double s = 0;
    for (int i = 0; i < l; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < m; k++)
                s += v[(i*n + j)*m + k] * (1 + (i + 3 * j + 4 * k) % 5);
    printf("%.10g\n", s);
    free(u);
    free(v);
    return 0;
}
