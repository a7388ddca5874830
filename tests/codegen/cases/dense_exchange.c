/* Arrays with dense dimensions that exchange their elements by pointers: what is received of one is
 * there after the exchange, too, under the other name. */
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 40
#endif
#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(cyclic(2),*) onto P

typedef double line[N];

static double sum(double x[N][N])
{
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += x[i][j] * (1 + (i + 3 * j) % 5);
    return s;
}

int main(void)
{
    line *old = malloc(N * sizeof *old), *now = malloc(N * sizeof *now), *first;
#pragma hpf align old(i,j) with T(i,j)
#pragma hpf align now(i,j) with T(i,j)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            old[i][j] = (i * j) % 9;
            now[i][j] = (i + j) % 7;
        }
    for (int k = 0; k < 6; k++) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                old[i][j] = (old[i][j] + now[k * 2][j] - now[i][k]) / 2;
        first = old;
        old = now;
        now = first;
        for (int i = N - 2; i >= 0; i--)
            for (int j = 0; j < N; j++)
                old[i][j] += now[3][j] / (i + 1);
    }
    printf("%.9g %.9g\n", sum(old), sum(now));
    free(old);
    free(now);
    return 0;
}
