/* #if and #else choose statements in the bodies of divided loops; the others do not count. */
#include <stdio.h>

#ifndef N
#define N 24
#endif
#define SCHEME 2

static double a[N], b[N];

#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[cyclic(2)] onto p
#pragma xmp align [i] with t[i] :: a, b

int main(void)
{
    double sum = 0, t1, big = 0;
    int i;

#pragma xmp loop (i) on t[i]
    for (i = 0; i < N; i++) {
#if SCHEME == 1
        a[i] = rand();
        last = i;
#elif SCHEME == 2
        t1 = 3 * i;
        a[i] = t1;
#else
        return &sum;
#endif
    }
#pragma xmp loop (i) on t[i] reduction(+:sum) reduction(max:big)
    for (i = 0; i < N; i++) {
        b[i] = a[i]
#if SCHEME > 1
               * 2
#else
               * 3
#endif
               + 1;
        sum += b[i];
        if (b[i] > big)
            big = b[i];
    }
#pragma xmp gmove
    t1 = b[N - 1];
    printf("sum %.12g big %.12g last %.12g\n", sum, big, t1);
    return 0;
}
