/* A recurrence down the distributed rows: a pipeline. */
#include <stdio.h>

#define N 64
#define M 48
static double x[N*M];

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: x

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            x[i*M + j] = (i + 2 * j) % 7;
#pragma fpredict region work
    {
        for (int i = 1; i < N; i++)
            for (int j = 0; j < M; j++)
                x[i*M + j] += 0.5 * x[(i - 1)*M + j];
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += x[i*M + j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
