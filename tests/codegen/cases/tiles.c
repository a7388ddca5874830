/* Loops in tiles: what all tiles together read is fetched before them, and must have room. */
#include <stdio.h>
#ifndef N
#define N 16
#endif
#define TILE 2

static double b[N], c[N], e[N], m[N][N], v[N][N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: b, c, e
#pragma hpf template S(N,N)
#pragma hpf distribute S(block,*) onto P
#pragma hpf align (i,j) with S(i,j) :: m, v

int main(void)
{
    for (int i = 0; i < N; i++) {
        b[i] = i * i % 11;
        c[i] = e[i] = 0;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            m[i][j] = (i * 3 + j) % 8;
            v[i][j] = 0;
        }
    for (int kk = 0; kk < N; kk += TILE)
        for (int i = 0; i < N; i++)
            for (int k = kk; k < kk + TILE; k++)
                c[i] += b[k];
    for (int kk = 0; kk < N; kk += 4)
        for (int i = 0; i < N; i++)
            for (int k = kk; k < (kk + 4 < N ? kk + 4 : N); k++)
                for (int j = 0; j < N; j++)
                    v[i][j] += m[k][j];
    for (int i = 0; i < N; i++)
        for (int k = i; k < N; k++)
            e[i] += b[k];
    for (int i = 0; i < N; i++) {
        double row = 0;
        for (int j = 0; j < N; j++)
            row += v[i][j] * (j + 1);
        printf("%g %g %g\n", c[i], e[i], row);
    }
    return 0;
}
