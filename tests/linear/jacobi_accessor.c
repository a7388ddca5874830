/* Jacobi by macros U(i,j), V(i,j). */
#include <stdio.h>

#define N 64
#define M 48
#define U(i,j) u[(i)*M + (j)]
#define V(i,j) v[(i)*M + (j)]
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
            U(i, j) = (i * 7 + j * 3) % 11;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            V(i, j) = 0;
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                V(i, j) = 0.25 * (U(i - 1, j) + U(i + 1, j) + U(i, j - 1) + U(i, j + 1));
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                U(i, j) = V(i, j);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += U(i, j) * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
