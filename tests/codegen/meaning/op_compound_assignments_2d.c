/* Every compound assignment, and ++ and -- of elements, over cyclic(2) by block. */
#include <stdio.h>

#ifndef N
#define N 19
#endif
#define BUMP(x) (x)++
#define ADD(x, y) x += y

static int m[N][N];

#pragma hpf processors P(2,2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(cyclic(2),block) onto P
#pragma hpf align m(i,j) with T(i,j)

int main(void)
{
    int i, j, sum = 0, mix = 0;

    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            m[i][j] = i + j;
            m[i][j] *= 3;
            m[i][j] -= j;
            m[i][j] <<= 2;
            m[i][j] %= 50;
            m[i][j] |= 64;
            m[i][j] ^= i;
            BUMP(m[i][j]);
            --m[i][j];
            ADD(m[i][j], i - j);
        }
    for (i = 0; i < N; i++)
        for (j = 0; j <= i; j++) {
            sum += m[i][j];
            mix ^= m[i][j] * (j + 1);
        }
    printf("sum %d mix %d\n", sum, mix);
    m[2][3] += 1000;
    m[N - 1][0]--;
    printf("m %d %d %d\n", m[2][3], m[N - 1][0], m[N / 2][N / 2]);
    return 0;
}
