/* Jacobi, size_t counters and (size_t)i*M + j. */
#include <stdio.h>

#define N 64
#define M 48
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
            u[(size_t)i*M + j] = (i * 7 + j * 3) % 11;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            v[(size_t)i*M + j] = 0;
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        for (size_t i = 1; i < N - 1; i++)
            for (size_t j = 1; j < M - 1; j++)
                v[(size_t)i*M + j] = 0.25 * (u[(size_t)(i - 1)*M + j] + u[(size_t)(i + 1)*M + j] + u[(size_t)i*M + j - 1] + u[(size_t)i*M + j + 1]);
        for (size_t i = 1; i < N - 1; i++)
            for (size_t j = 1; j < M - 1; j++)
                u[(size_t)i*M + j] = v[(size_t)i*M + j];
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += u[(size_t)i*M + j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
