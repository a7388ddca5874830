/* Red and black by steps of two. */
#include <stdio.h>

#define N 64
#define M 48
static double u[N*M];

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: u

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            u[i*M + j] = (i * 5 + j * 3) % 13;
#pragma fpredict region work
    for (int t = 0; t < 3; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1 + i % 2; j < M - 1; j += 2)
                u[i*M + j] = 0.25 * (u[(i - 1)*M + j] + u[(i + 1)*M + j] + u[i*M + j - 1] + u[i*M + j + 1]);
        for (int i = 1; i < N - 1; i++)
            for (int j = 2 - i % 2; j < M - 1; j += 2)
                u[i*M + j] = 0.25 * (u[(i - 1)*M + j] + u[(i + 1)*M + j] + u[i*M + j - 1] + u[i*M + j + 1]);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += u[i*M + j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
