/* Braces and bodies of loops are macros, as in translated programs; XcalableMP. */
#include <stdio.h>

#ifndef N
#define N 22
#endif
#define BEGIN {
#define END }
#define THEN )
#define FILL a[i] = 2 * i; b[i] = 3 * i;
#define STENCIL b[i] + b[i] - a[i] / 2

static int a[N], b[N], c[N];

#pragma xmp nodes p(4)
#pragma xmp template t(0:N-1)
#pragma xmp distribute t(cyclic) onto p
#pragma xmp align a[i] with t(i)
#pragma xmp align b[i] with t(i)
#pragma xmp align c[i] with t(i)

int main(void)
BEGIN
    int i, sum = 0, odd = 0;

#pragma xmp loop (i) on t(i)
    for (i = 0; i < N; i++) BEGIN
        FILL
    END
#pragma xmp loop (i) on t(i)
    for (i = 0; i < N; i++)
        c[i] = STENCIL;
#pragma xmp loop (i) on t(i) reduction(+:sum, odd)
    for (i = 0; i < N; i++) BEGIN
        if (c[i] % 2 THEN
            odd++;
        sum += c[i];
    END
    printf("sum %d odd %d i %d\n", sum, odd, i);
    return 0;
END
