/* The last planes of three dimensions. */
#include <stdio.h>

#define L 16
#define N 24
#define M 20
static double u[L*N*M], v[L*N*M];

#pragma hpf processors P(2,2)
#pragma hpf template T(L,N,M)
#pragma hpf distribute T(block,block,*) onto P
#pragma hpf dimension(L,N,M), align(i,j,k) with T(i,j,k) :: u
#pragma hpf dimension(L,N,M), align(i,j,k) with T(i,j,k) :: v

int main(void)
{
    for (int i = 0; i < L; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < M; k++) {
                u[(i*N + j)*M + k] = (i + 2 * j + 3 * k) % 7;
                v[(i*N + j)*M + k] = 0;
            }
#pragma fpredict region work
    {
        for (int j = 0; j < N; j++)
            for (int k = 0; k < M; k++)
                u[((L - 1)*N + j)*M + k] = u[((L - 2)*N + j)*M + k];
        for (int i = 0; i < L; i++)
            for (int k = 0; k < M; k++)
                u[i*N*M + (N - 1)*M + k] = u[i*N*M + N*M - 2*M + k];
        for (int i = 0; i < L; i++)
            for (int j = 0; j < N; j++)
                u[(i*N + j)*M + M - 1] = u[(i*N + j + 1)*M - 2];
        for (int i = L - 1; i > 0; i--)
            for (int j = 0; j < N; j++)
                v[(i*N + j)*M + M - 1] = u[(i*N + j + 1)*M - N*M - 1];
        u[L*N*M - 1] = u[L*N*M - 2];
    }
    double s = 0;
    for (int i = 0; i < L; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < M; k++)
                s += (u[(i*N + j)*M + k] + v[(i*N + j)*M + k]) * (1 + (i + 3 * j + 4 * k) % 5);
    printf("%.10g\n", s);
    return 0;
}
