/* Two halves of an array that take turns in a loop that does not count: one that it writes, and one
 * that it only reads, which may be fetched before it. What the first loop leaves is looked at by
 * other owners than its own, too. */
#include <stdio.h>
#ifndef N
#define N 20
#endif
double u[2][N], w[2][N], v[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align u(*,i) with T(i)
#pragma hpf align w(*,i) with T(i)
#pragma hpf align v(i) with T(i)

int main(void)
{
    int now = 0, from = 0;
    double left = 1, s = 0;
    for (int i = 0; i < N; i++) {
        u[0][i] = u[1][i] = i * i % 7;
        w[0][i] = i;
        w[1][i] = 2 * i;
        v[i] = 0;
    }
    while (left > 1e-3) {
        for (int i = 1; i < N - 1; i++)
            u[1 - now][i] = 0.5 * (u[now][i - 1] + u[now][i + 1]);
        left *= 0.5;
        now = 1 - now;
    }
    for (int i = 1; i < N; i++)
        v[i] = u[now][i - 1];
    for (left = 1; left > 1e-2; left *= 0.5) {
        for (int i = 1; i < N; i++)
            v[i] += w[from][i - 1];
        from ^= 1;
    }
    for (int i = 0; i < N; i++)
        s += v[i] * (i + 1) + u[now][i];
    printf("%.10g %d %d\n", s, now, from);
    return 0;
}
