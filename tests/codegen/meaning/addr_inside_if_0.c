/* An address is taken only in text that the preprocessor drops: nothing is aliased. */
#include <stdio.h>

#ifndef N
#define N 26
#endif

static double a[N], b[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    double s, sum = 0;
    int i;

    for (i = 0; i < N; i++)
        b[i] = i % 4;
#if 0
    double *p = &s;
    printf("%g %d\n", s, i);
    a[0] = rand();
#endif
    for (i = 0; i < N; i++) {
        s = b[i] + 1;
        a[i] = s * s;
    }
#ifdef NOT_DEFINED
    printf("%g at %p\n", s, (void *)&s);
#endif
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("sum %.12g a %.12g %.12g %.12g\n", sum, a[0], a[3], a[N - 1]);
    return 0;
}
