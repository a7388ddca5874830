/* A pointer was set to a place by the variable of a loop, and another one has its name. */
#include <stdio.h>
#define N 12
#define M 10
double u[N*M], v[N*M];
#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: u, v
int main(void)
{
    double s = 0;
    for (int i = 0; i < N; i++) {
        double *row = u + i * M;
        for (int i = 0; i < M; i++)
            row[i] = i + 1;
        { int i = 3; row[4] = i; }
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += u[i*M + j] * (i + j);
    printf("%g\n", s);
    return 0;
}
