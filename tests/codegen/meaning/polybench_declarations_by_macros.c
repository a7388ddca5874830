/* Macros declare the distributed arrays, scalars and the function that works on them. */
#include <stdio.h>

#ifndef N
#define N 25
#endif
#define DECLARE(type, name) static type name[N]
#define BOTH(type, x, y) DECLARE(type, x); static type y[N]
#define SCALARS int i; double sum = 0, t
#define KERNEL(name, formals) static void name formals
#define MAIN int main(void)

DECLARE(double, a);
BOTH(double, b, c);

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(cyclic) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
#pragma hpf align c(i) with T(i)

KERNEL(triad, (double q))
{
    int i;
    for (i = 0; i < N; i++)
        a[i] = b[i] + q * c[i];
}

MAIN
{
    SCALARS;

    for (i = 0; i < N; i++) {
        t = i + 0.5;
        b[i] = t;
        c[i] = t * t;
    }
    triad(2);
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("sum %.12g i %d a %.12g %.12g\n", sum, i, a[0], a[N - 1]);
    return 0;
}
