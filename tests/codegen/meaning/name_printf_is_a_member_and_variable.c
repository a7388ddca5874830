/* Names that look like output: a member printf, a variable puts, a function printfish. */
#include <stdio.h>

#ifndef N
#define N 26
#endif

static double a[N];
static struct { double printf, fprintf; } out = { 2, 3 };

#pragma hpf processors P(4)
#pragma hpf distribute a(cyclic) onto P

static double printfish(double x)
{
    return x + 0.25;
}

int main(void)
{
    int i;
    double puts = 4, putchar, total = 0;

    for (i = 0; i < N; i++) {
        putchar = puts * i;
        a[i] = printfish(putchar) + out.printf * (out.fprintf);
    }
    for (i = 0; i < N; i++)
        out.printf += a[i];
    for (i = 0; i < N; i++)
        total += a[i];
    printf("out %.12g %.12g total %.12g\n", out.printf, out.fprintf, total);
    printf("a %.12g %.12g\n", a[0], a[N - 1]);
    return 0;
}
