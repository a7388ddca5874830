#include <stdio.h>
#include <stdlib.h>
#define N 16

/* A message and exit() in a branch of an iteration keep no loop from being divided: whoever comes
 * there ends the program. Each row of u is made and read where it is, and nothing is sent. The same
 * message without exit() is output that all take part in. */
static double u[N][N], v[N][N], w[N][N];
#pragma hpf template T(N, N)
#pragma hpf distribute T(block, *)
#pragma hpf align (i, j) with T(i, j) :: u, v, w

static void halve(double y[N], double most)
{
    if (most > 3) {
        printf("too much\n");
        exit(1);
    }
    for (int i = 0; i < N; i++)
        y[i] = most * y[i];
}

int main(void)
{
    double y[N];
    int i, k;
#pragma hpf independent, new(i, y)
    for (k = 0; k < N; k++) {
        for (i = 0; i < N; i++)
            y[i] = u[k][i];
        halve(y, 2.0);
        for (i = 0; i < N; i++)
            v[k][i] = y[i];
    }
    for (k = 0; k < N; k++) {
        if (v[k][0] > 100)
            printf("large\n");
        w[k][0] = u[k][1];
    }
    return 0;
}
