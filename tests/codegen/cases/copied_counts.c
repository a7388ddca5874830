/* A structure that another one is declared with: the members of neither are variables by
 * themselves, as a copy sets all of them. */
#include <stdio.h>
#ifndef N
#define N 16
#endif
double a[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P

struct size {
    int n, m;
};

int main(void)
{
    struct size w = {.n = N - 3, .m = 2}, q = w;
    q.n = q.n + 1;
    w.n = 1;
    for (int i = 0; i < N; i++)
        a[i] = i;
    for (int i = 0; i < q.n; i++)
        a[i] += 10 * q.m;
    for (int i = 0; i < w.n; i++)
        a[i] += 100;
    for (int i = 0; i < N; i++)
        printf("%g\n", a[i]);
    return 0;
}
