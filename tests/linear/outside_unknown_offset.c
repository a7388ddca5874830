/* An offset that nothing tells; 1 leads from the last element of a row to the first of the next. */
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define M 48
static double u[N*M], v[N*M];

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: u
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: v

int main(int argc, char **argv)
{
    const int off = argc > 1 ? atoi(argv[1]) : 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            u[i*M + j] = (i * 5 + j * 3) % 13;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            v[i*M + j] = 0;
#pragma fpredict region work
    {
        for (int i = 0; i < N - 1; i++)
            for (int j = 0; j < M; j++)
                v[i * M + j] = u[i * M + j + off]; /* here */
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += v[i*M + j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
