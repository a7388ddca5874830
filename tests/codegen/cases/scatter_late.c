/* Sums that are scattered into elements which were assigned, and read by other processors, before:
 * what others own is set to 0 when they begin, and not where the array is first assigned, or added
 * to in another way. */
#include <stdio.h>
#ifndef N
#define N 24
#endif
static double m[N][N], a[N], b[N];
static int idx[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align m(*,i) with T(i)
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        idx[i] = (i * 5 + 1) % N;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            m[i][j] = (i * 4 + j * 3) % 11;
    for (int i = 0; i < N; i++) {
        a[i] = i % 7;
        m[2][i] += i;
    }
    for (int i = 0; i < N; i++)
        b[i] = m[i][N - 1 - i] + m[3][idx[i]];
    for (int step = 0; step < 3; step++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                m[j / 2][idx[i]] += a[i] + b[i];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += m[i][j] * (1 + (i + 2 * j) % 5);
    printf("%.9g\n", s);
    return 0;
}
