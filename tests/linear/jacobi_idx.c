/* Jacobi by IDX(i,j). */
#include <stdio.h>

#define N 64
#define M 48
#define IDX(i,j) ((i)*M+(j))
static double u[N*M], v[N*M];

#pragma hpf processors P(2,2)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,block) onto P
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: u
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: v

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            u[IDX(i, j)] = (i * 7 + j * 3) % 11;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            v[IDX(i, j)] = 0;
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                v[IDX(i, j)] = 0.25 * (u[IDX(i - 1, j)] + u[IDX(i + 1, j)] + u[IDX(i, j - 1)] + u[IDX(i, j + 1)]);
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                u[IDX(i, j)] = v[IDX(i, j)];
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += u[IDX(i, j)] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
