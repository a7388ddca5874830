/* Loops that would move a pointer, and are not executed: it stays where it is. */
#include <stdio.h>
#ifndef N
#define N 12
#endif
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute b(block) onto P
static double a[N], b[N];

static int below(int n)
{
    return n - 4;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i;
    double *p = a + 8, *q = b + 1;
    int n = below(1), m = below(7);
    for (int i = 0; i < n; i++)
        *p++ = 200;
    *p = 300;
    for (int i = 0; i < m; i++)
        *q++ = 400;
    *q = 500;
    for (int i = 0; i < N; i++)
        printf("%g %g\n", a[i], b[i]);
    return 0;
}
