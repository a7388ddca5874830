/* Two arrays of rows of different lengths in one statement. */
#include <stdio.h>

#define N 64
#define M 48
static double u[N*M], w[M*N];

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: u
#pragma hpf dimension(M,N), align(i,j) with T(j,i) :: w

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            u[i*M + j] = (i * 5 + j * 3) % 13;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            w[i*N + j] = 0;
#pragma fpredict region work
    {
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++)
                w[i*N + j] = u[j*M + i];
    }
    double s = 0;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            s += w[i*N + j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
