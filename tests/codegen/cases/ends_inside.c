/* A message and exit() in a branch keep no loop from being divided. The branch is never taken. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 20
#endif

static double u[N][N], v[N][N];
#pragma hpf template T(N, N)
#pragma hpf distribute T(block, *)
#pragma hpf align (i, j) with T(i, j) :: u, v

static void halve(double y[N], double most)
{
    if (most > 3) {
        fprintf(stderr, "too much: %f\n", most);
        exit(1);
    }
    for (int i = 0; i < N; i++)
        y[i] = most * y[i];
}

int main(void)
{
    double y[N];
    int i, k;
    for (k = 0; k < N; k++)
        for (i = 0; i < N; i++)
            u[k][i] = k + 0.5 * i;
#pragma hpf independent, new(i, y)
    for (k = 0; k < N; k++) {
        for (i = 0; i < N; i++)
            y[i] = u[k][i];
        halve(y, 2.0);
        for (i = 0; i < N; i++)
            v[k][i] = y[i];
    }
    for (k = 0; k < N; k++)
        printf("%f %f\n", v[k][0], v[k][N - 1]);
    return 0;
}
