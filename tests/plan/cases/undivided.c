/* Independent loops that cannot be divided; and two that are, by themselves and inside. */
#include <stdio.h>

#define N 64

double a[N], b[N], s[N], g[N][N];
#pragma hpf processors P(4)
#pragma hpf processors R(2, 2, 2) /* nothing is placed on it */
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
#pragma hpf align g(*, i) with T(i)

double h[N][N];
#pragma hpf processors Q(2, 2)
#pragma hpf distribute h(block, block) onto Q

int main(void)
{
#pragma hpf independent
    for (int i = 0; i < N; i++)
        s[i] = i;
#pragma hpf independent
    for (int i = 0; i < N - 2; i++) {
        a[i] = 1;
        b[i + 2] = 2;
    }
#pragma hpf independent
    for (int i = 0; i < 8; i++)
        a[i * i] = 1;
#pragma hpf independent
    for (int i = 0; i < 8; i++)
        printf("%d\n", i);
#pragma hpf independent
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            g[i][j] = 1;
#pragma hpf independent
    for (int i = 0; i < N; i++) {
        h[i][0] = 1;
        for (int j = 1; j < N; j++)
            h[i][j] = h[i][j - 1];
        h[i][N - 1] = 0;
    }
#pragma hpf independent
    for (int i = 0; i < N; i++)
        a[i] = b[i];
    for (int i = 0; i < N; i++)
        a[i / 2] = b[i];
    return 0;
}
