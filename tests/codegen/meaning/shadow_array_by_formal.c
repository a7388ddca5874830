/* The formal of a function has the name of another distributed array of the file. */
#include <stdio.h>

#ifndef N
#define N 22
#endif

static double a[N], b[N], c[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

static void scale(double a[N], double b)
{
    for (int i = 0; i < N; i++)
        a[i] = a[i] * b + 1;
}

static double add(double b[N])
{
    double c = 0;
    for (int i = 0; i < N; i++)
        c += b[i];
    return c;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = 100 - i;
    }
    for (int i = 0; i < N; i++)
        c[i] = 2;
    scale(b, 0.5);
    scale(c, 3);
    printf("a %.12g b %.12g c %.12g\n", add(a), add(b), add(c));
    scale(a, 2);
    printf("%.12g %.12g %.12g %.12g\n", a[1], a[N - 1], b[N - 1], c[N - 1]);
    return 0;
}
