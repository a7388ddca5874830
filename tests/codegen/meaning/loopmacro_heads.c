/* The heads of loops are macros, with and without a declaration in them. */
#include <stdio.h>

#ifndef N
#define N 21
#endif
#define FOR(v, lo, hi) for (int v = (lo); v < (hi); v++)
#define ALL(v) for (v = 0; v < N; ++v)
#define INNER(v) FOR(v, 1, N - 1)

static double u[N][N], v[N][N];

#pragma hpf processors P(2,2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,cyclic) onto P
#pragma hpf align u(i,j) with T(i,j)
#pragma hpf align v(i,j) with T(i,j)

int main(void)
{
    double sum = 0;
    int k, l;

    ALL(k)
        ALL(l)
            u[k][l] = (k * 3 + l) % 8;
    INNER(i)
        INNER(j)
            v[i][j] = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1];
    FOR(i, 0, N) FOR(j, 0, N) sum += v[i][j];
    printf("sum %.12g k %d l %d\n", sum, k, l);
    printf("v %.12g %.12g %.12g\n", v[1][1], v[N / 2][3], v[N - 2][N - 2]);
    ALL(l) u[l][l] = -1;
    sum = 0;
    ALL(k) sum += u[k][k];
    printf("trace %.12g l %d\n", sum, l);
    return 0;
}
