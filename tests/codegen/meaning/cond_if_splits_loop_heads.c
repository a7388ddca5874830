/* Two heads under #if share one body and one closing brace. */
#include <stdio.h>

#ifndef N
#define N 23
#endif
#define DOWN 0
#define WIDE 1

static double a[N], b[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    double sum = 0;
    int i;

#if DOWN
    for (i = N - 1; i >= 0; i--) {
#else
    for (i = 0; i < N; i++) {
#endif
        a[i] = i % 6;
    }
    for (i =
#ifdef WIDE
             1; i < N - 1;
#else
             2; i < N - 2;
#endif
         i++)
        b[i] = a[i - 1]
#if WIDE
               + a[i + 1]
#endif
            ;
    for (i = 0; i < N; i++)
        sum += b[i];
    printf("sum %.12g i %d b %.12g %.12g %.12g\n", sum, i, b[1], b[N / 2], b[N - 2]);
    return 0;
}
