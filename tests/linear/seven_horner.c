/* Seven points, (i*N + j)*M + k. */
#include <stdio.h>

#define L 16
#define N 24
#define M 20
static double u[L*N*M], v[L*N*M];

#pragma hpf processors P(4)
#pragma hpf template T(L,N,M)
#pragma hpf distribute T(block,*,*) onto P
#pragma hpf dimension(L,N,M), align(i,j,k) with T(i,j,k) :: u
#pragma hpf dimension(L,N,M), align(i,j,k) with T(i,j,k) :: v

int main(void)
{
    for (int i = 0; i < L; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < M; k++)
                u[(i*N + j)*M + k] = (i + 2 * j + 3 * k) % 7;
    for (int i = 0; i < L; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < M; k++)
                v[(i*N + j)*M + k] = 0;
#pragma fpredict region work
    {
        for (int i = 1; i < L - 1; i++)
            for (int j = 1; j < N - 1; j++)
                for (int k = 1; k < M - 1; k++)
                    v[(i*N + j)*M + k] = u[(i*N + j)*M + k] - (u[((i - 1)*N + j)*M + k] + u[((i + 1)*N + j)*M + k] + u[(i*N + j - 1)*M + k] + u[(i*N + j + 1)*M + k] + u[(i*N + j)*M + k - 1] + u[(i*N + j)*M + k + 1]) / 6;
    }
    double s = 0;
    for (int i = 0; i < L; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < M; k++)
                s += v[(i*N + j)*M + k] * (1 + (i + 3 * j + 4 * k) % 5);
    printf("%.10g\n", s);
    return 0;
}
