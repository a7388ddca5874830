/* Loops' variables that blocks of their own have again, and values that are looked at within a
 * block, in bodies without braces, and after a switch. */
#include <stdio.h>
#ifndef N
#define N 20
#endif
double a[N], b[N];
int c[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(N-1-i)
#pragma hpf align c(i) with T(i)

int main(void)
{
    int i, j, e, f, k = 0, n = 0;
    for (i = 0; i < N; i++) {
        a[i] = i % 5;
        b[i] = 2 * i;
        c[i] = (7 * i + 3) % N;
    }
    {
        for (i = 0; i < 2; i++)
            c[i] += 1;
        n = i;
    }
    k += i;
    for (i = 2; i < 9; i++)
        b[i] += 1;
    {
        int i;
        for (i = 0; i < 7; i++)
            a[i] += 9;
        k += 10 * i;
    }
    n += 100 * i;
    if (1) {
        for (i = 0; i < 3; i++)
            b[i] = 9;
        for (int i = 0; i < 2; i++)
            k += 1000;
    }
    n += i;
    i = 0;
    do
        if (b[i] > 2)
            a[i] = 3;
        else
            b[i] = 1;
    while (++i < 4);
    e = c[2];
    f = e + c[e];
    for (j = 0; j < 4; j++)
        a[j] += 1;
    printf("%d %d %d %d\n", k, n, f, j);
    for (i = 0; i < N; i++)
        printf("%g %g %d\n", a[i], b[i], c[i]);
    return 0;
}
