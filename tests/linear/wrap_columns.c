/* Periodic columns: (j + M - 1) % M is the left neighbour's. */
#include <stdio.h>

#define N 64
#define M 48
static double u[N*M], v[N*M];

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: u
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: v

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            u[i*M + j] = (i * 7 + j * 3) % 11;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            v[i*M + j] = 0;
#pragma fpredict region work
    {
        for (int i = 1; i < N; i++)
            for (int j = 0; j < M; j++)
                v[i*M + (j + M - 1) % M] = u[(i - 1)*M + (j + 1) % M];
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += (u[i*M + j] + v[i*M + j]) * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
