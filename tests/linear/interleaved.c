/* Five components a point, (i*M + j)*5 + c, one of them by a remainder. */
#include <stdio.h>

#define N 32
#define M 32
#define C 5
static double q[N*M*C], p[N*M*C];

#pragma hpf processors P(2,2)
#pragma hpf template T(N,M,C)
#pragma hpf distribute T(block,block,*) onto P
#pragma hpf dimension(N,M,C), align(i,j,k) with T(i,j,k) :: q
#pragma hpf dimension(N,M,C), align(i,j,k) with T(i,j,k) :: p

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < C; k++)
                q[(i*M + j)*C + k] = (i + 2 * j + 3 * k) % 7;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < C; k++)
                p[(i*M + j)*C + k] = 0;
#pragma fpredict region work
    {
        for (int i = 1; i < N; i++)
            for (int j = 1; j < M; j++)
                for (int c = 0; c < C; c++)
                    p[(i*M + j)*C + c] = q[((i - 1)*M + j)*C + c] + q[(i*M + j - 1)*C + (c + 1) % C];
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < C; k++)
                s += p[(i*M + j)*C + k] * (1 + (i + 3 * j + 4 * k) % 5);
    printf("%.10g\n", s);
    return 0;
}
