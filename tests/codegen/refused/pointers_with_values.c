/* Distributed pointers that are declared with what a function returns, all of one declaration. */
#include <stdlib.h>
#define N 8
#define M 8

static double *make(void)
{
    static double spare[2][N * M];
    static int next;
    return spare[next++];
}

#pragma hpf processors P(4)
int main(void)
{
    double *u = make(), *v = make();
#pragma hpf dimension(N, M), distribute(block, *) onto P ::u, v
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            u[i * M + j] = v[i * M + j] = 1;
    return 0;
}
