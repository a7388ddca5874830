/* ADI's two sweeps. */
#include <stdio.h>

#define N 64
static double x[N*N], b[N*N];

#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf dimension(N,N), align(i,j) with T(i,j) :: x
#pragma hpf dimension(N,N), align(i,j) with T(i,j) :: b

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            x[i*N + j] = (i + 2 * j) % 7;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i*N + j] = 4;
#pragma fpredict region work
    for (int t = 0; t < 2; t++) {
        for (int i = 0; i < N; i++)
            for (int j = 1; j < N; j++)
                x[i*N + j] = (x[i*N + j] - x[i*N + j - 1]) / b[i*N + j];
        for (int j = 0; j < N; j++)
            for (int i = 1; i < N; i++)
                x[i*N + j] = (x[i*N + j] - x[(i - 1)*N + j]) / b[i*N + j];
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += x[i*N + j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
