/* Transposed access of a transposed alignment: no messages. */
#include <stdio.h>

#define N 64
static double u[N*N], v[N*N];

#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf dimension(N,N), align(i,j) with T(j,i) :: u
#pragma hpf dimension(N,N), align(i,j) with T(i,j) :: v

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            u[i*N + j] = (i * 5 + j * 3) % 13;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            v[i*N + j] = 0;
#pragma fpredict region work
    {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                v[i*N + j] = u[j*N + i] + 1;
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += v[i*N + j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
