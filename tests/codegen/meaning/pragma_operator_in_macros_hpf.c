/* Directives and the loops that they stand before come from macros with _Pragma. */
#include <stdio.h>

#ifndef N
#define N 25
#endif
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define DISTRIBUTED(name) PRAGMA(hpf align name(i) with T(i))
#define PARALLEL _Pragma("hpf independent")
#define SUMMING(s) PRAGMA(hpf independent, reduction(+:s))
#define LOOP(v) PARALLEL for (v = 0; v < N; v++)

static double a[N], b[N];

#pragma hpf processors P(4)
_Pragma("hpf template T(N)")
_Pragma("hpf distribute T(cyclic(2)) onto P")
DISTRIBUTED(a)
DISTRIBUTED(b)

int main(void)
{
    double sum = 0, total = 0;
    int i;

    LOOP(i)
        a[i] = 1.5 * i;
    LOOP(i) {
        b[i] = a[i] + 1;
        a[i] = -b[i];
    }
    printf("i %d\n", i);
    SUMMING(sum)
    for (i = 0; i < N; i++)
        sum += a[i];
    SUMMING(total) for (i = 0; i < N; i++) { total += b[i] * 2; }
    printf("sum %.12g total %.12g i %d\n", sum, total, i);
    printf("a %.12g b %.12g\n", a[N - 1], b[4]);
    return 0;
}
