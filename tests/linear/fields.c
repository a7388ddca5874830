/* Three fields, one after the other in one array. */
#include <stdio.h>

#define F 3
#define N 64
#define M 48
static double w[F*N*M];

#pragma hpf processors P(4)
#pragma hpf template T(F,N,M)
#pragma hpf distribute T(*,block,*) onto P
#pragma hpf dimension(F,N,M), align(i,j,k) with T(i,j,k) :: w

int main(void)
{
    for (int i = 0; i < F; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < M; k++)
                w[(i*N + j)*M + k] = (i + 2 * j + 3 * k) % 7;
#pragma fpredict region work
    {
        for (int i = 1; i < N; i++)
            for (int j = 0; j < M; j++)
                w[(1*N + i)*M + j] = w[(0*N + i)*M + j] + w[(2*N + i - 1)*M + j];
    }
    double s = 0;
    for (int i = 0; i < F; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < M; k++)
                s += w[(i*N + j)*M + k] * (1 + (i + 3 * j + 4 * k) % 5);
    printf("%.10g\n", s);
    return 0;
}
