/* A border: u[(i+1)*(M+2) + j + 1]. */
#include <stdio.h>

#define N 64
#define M 48
static double u[(N+2)*(M+2)], v[(N+2)*(M+2)];

#pragma hpf processors P(2,2)
#pragma hpf template T(N+2,M+2)
#pragma hpf distribute T(block,block) onto P
#pragma hpf dimension(N+2,M+2), align(i,j) with T(i,j) :: u
#pragma hpf dimension(N+2,M+2), align(i,j) with T(i,j) :: v

int main(void)
{
    for (int i = 0; i < N+2; i++)
        for (int j = 0; j < M+2; j++)
            u[i*(M+2) + j] = (i * 5 + j * 3) % 13;
    for (int i = 0; i < N+2; i++)
        for (int j = 0; j < M+2; j++)
            v[i*(M+2) + j] = 0;
#pragma fpredict region work
    {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                v[(i + 1)*(M+2) + j + 1] = u[i*(M+2) + j + 1] + u[(i + 2)*(M+2) + j + 1] + u[(i + 1)*(M+2) + j] + u[(i + 1)*(M+2) + j + 2];
    }
    double s = 0;
    for (int i = 0; i < N+2; i++)
        for (int j = 0; j < M+2; j++)
            s += v[i*(M+2) + j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
