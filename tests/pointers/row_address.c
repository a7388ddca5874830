/* Addresses of rows, which are none of their first elements. */
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define M 48

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
double u[N][M], v[N][M];
#pragma hpf align (i,j) with T(i,j) :: u, v

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            u[i][j] = v[i][j] = (i * 7 + j * 3) % 11;
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        for (int i = 1; i < N - 1; i++) {
            double (*up)[M] = &u[i - 1];
            for (int j = 1; j < M - 1; j++)
                v[i][j] = 0.25 * (up[0][j] + (*&u[i + 1])[j] + up[1][j - 1] + (*&u)[i][j + 1]);
        }
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                u[i][j] = 0.25 * (v[i - 1][j] + v[i + 1][j] + (*&v[i])[j - 1] + v[i][j + 1]);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += u[i][j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
