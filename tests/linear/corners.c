/* Corners by name: N*M - 1 is the last element. */
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
            u[i*M + j] = (i * 7 + j * 3) % 11;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            v[i*M + j] = 0;
#pragma fpredict region work
    {
        for (int t = 0; t < 3; t++) {
            u[0] = 0.5 * (u[1] + u[M]);
            u[M - 1] = 0.5 * (u[M - 2] + u[2*M - 1]);
            u[(N - 1)*M] = 0.5 * (u[(N - 1)*M + 1] + u[(N - 2)*M]);
            u[N*M - 1] = 0.5 * (u[N*M - 2] + u[N*M - M - 1]);
        }
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += (u[i*M + j] + v[i*M + j]) * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
