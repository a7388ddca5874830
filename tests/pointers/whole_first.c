/* Pointers to whole arrays of which the text has a[0] alone, and others that lead to declared arrays and their rows. */
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define M 48

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
double v[N][M];
#pragma hpf align v(i,j) with T(i,j)

int main(void)
{
    double (*u)[N][M] = calloc(1, sizeof(double[N][M]));
#pragma hpf align u(i,j) with T(i,j)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            u[0][i][j] = v[i][j] = (i * 7 + j * 3) % 11;
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        double (*to)[N][M] = &v;
        for (int i = 1; i < N - 1; i++) {
            double (*up)[M] = &u[0][i - 1], (*row)[M] = &(*to)[i];
            for (int j = 1; j < M - 1; j++)
                (*row)[j] = 0.25 * (up[0][j] + u[0][i + 1][j] + u[0][i][j - 1] + u[0][i][j + 1]);
        }
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                u[0][i][j] = 0.25 * ((*to)[i - 1][j] + (*&v)[i + 1][j] + (*&v[i])[j - 1] + to[0][i][j + 1]);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += u[0][i][j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
