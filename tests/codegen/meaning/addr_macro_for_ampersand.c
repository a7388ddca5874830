/* A macro stands for the operator that takes an address: the scalar has an alias. */
#include <stdio.h>

#ifndef N
#define N 24
#endif
#define ADR &

static double a[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

int main(void)
{
    double s = 1, *p, sum = 0;
    int i;

    p = ADR s;
    for (i = 0; i < N; i++) {
        s = i + 0.5;
        a[i] = s * 4;
    }
    printf("through the pointer %.12g\n", *p);
    *p = 10;
    for (i = 0; i < N; i++)
        a[i] += s;
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("s %.12g sum %.12g\n", s, sum);
    printf("a %.12g %.12g\n", a[0], a[N - 1]);
    return 0;
}
