/* Names that a generated program is likely to use itself: i_end, s1, t0, tmp, me. */
#include <stdio.h>

#ifndef N
#define N 23
#endif

static double a[N], b[N];
static int i_end = 11, i_from = 12, s1 = 13;

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    int i, me = 1, i_begin = 2, i_last = 3, argc = 4;
    double sum_ = 0, sum_part = 8, sum = 0;

    for (i = 0; i < N; i++)
        a[i] = i + i_end;
    for (i = i_begin; i < N - i_last; i++)
        b[i] = a[i - 1] + a[i + 1] + i_from * me;
    for (i = 0; i < N; i++)
        sum += b[i];
    for (i = 0; i < N; i++)
        sum_ += a[i] * s1;
    printf("sum %.12g sum_ %.12g part %.12g\n", sum, sum_, sum_part);
    printf("%d %d %d %d %d %d\n", i_end, i_from, s1, i_begin, i_last, argc);
    printf("b %.12g %.12g\n", b[2], b[N - 4]);
    return 0;
}
