/* rows_deep.c with arrays. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 32
#endif
#define M 16
#define K 8

#pragma hpf processors P(4)

static void sweep(double to[N][M][K], double from[N][M][K])
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < K; k++)
                to[i][j][k] = 0.5 * (from[i - 1][j][k] + from[i + 1][j][k]);
}

int main(void)
{
    static double u[N][M][K], v[N][M][K], w[N][M][K];
#pragma hpf distribute (block,*,*) onto P :: u, v, w

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < K; k++) {
                v[i][j][k] = (i * 5 + j * 3 + k) % 7;
                w[i][j][k] = 0;
            }
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        sweep(w, v);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                for (int k = 0; k < K; k++) {
                    u[i][j][k] += w[i][j][k];
                    v[i][j][k] = 0.9 * w[i][j][k] + 0.1;
                }
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < K; k++)
                sum += u[i][j][k] * (1 + (i + j + k) % 3);
    printf("%.12g\n", sum);
    return 0;
}
