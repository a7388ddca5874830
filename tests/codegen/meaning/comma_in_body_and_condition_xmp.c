/* Comma expressions make up bodies and conditions of XcalableMP's loops. */
#include <stdio.h>

#ifndef N
#define N 26
#endif

static double a[N], b[N];

#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align [i] with t[i] :: a, b

int main(void)
{
    double x, y, sum = 0, twice = 0;
    int i;

#pragma xmp loop on t[i]
    for (i = 0; i < N; i++)
        x = i * 2, y = x + 1, a[i] = x * y;
#pragma xmp loop on t[i]
    for (i = 0; i < N; i++)
        if (x = a[i], y = x / 2, y > 40)
            b[i] = (x -= 40, x + y);
        else
            b[i] = (y += 1, y);
#pragma xmp loop on t[i] reduction(+:sum, twice)
    for (i = 0; i < N; i++)
        sum += b[i], twice += 2 * a[i];
#pragma xmp gmove
    x = b[2];
#pragma xmp gmove
    y = b[N - 1];
    printf("sum %.12g twice %.12g b %.12g %.12g\n", sum, twice, x, y);
    return 0;
}
