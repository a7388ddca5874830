/* four_expanded.c, with a subscript for each dimension. */
#include <stdio.h>
#include <stdlib.h>

#define K 8
#define L 8
#define N 10
#define M 6

int main(void)
{
    double (*q)[L][N][M] = malloc(sizeof(double[K][L][N][M]));
    double (*r)[L][N][M] = malloc(sizeof(double[K][L][N][M]));
#pragma hpf processors P(4)
#pragma hpf template T(K,L,N,M)
#pragma hpf distribute T(block,*,*,*) onto P
#pragma hpf align q(i,j,k,l) with T(i,j,k,l)
#pragma hpf align r(i,j,k,l) with T(i,j,k,l)
    for (int i = 0; i < K; i++)
        for (int j = 0; j < L; j++)
            for (int k = 0; k < N; k++)
                for (int l = 0; l < M; l++)
                    q[i][j][k][l] = (i + 2 * j + 3 * k + l) % 7;
    for (int i = 0; i < K; i++)
        for (int j = 0; j < L; j++)
            for (int k = 0; k < N; k++)
                for (int l = 0; l < M; l++)
                    r[i][j][k][l] = 0;
#pragma fpredict region work
    {
        for (int i = 1; i < K; i++)
            for (int j = 0; j < L - 1; j++)
                for (int k = 0; k < N; k++)
                    for (int l = 0; l < M; l++)
                        r[i][j][k][l] = q[i - 1][j][k][l] + q[i][j + 1][k][l];
    }
    double s = 0;
    for (int i = 0; i < K; i++)
        for (int j = 0; j < L; j++)
            for (int k = 0; k < N; k++)
                for (int l = 0; l < M; l++)
                    s += r[i][j][k][l] * (1 + (i + 3 * j + 4 * k + 5 * l) % 5);
    printf("%.10g\n", s);
    free(q);
    free(r);
    return 0;
}
