/* Least, largest and their place are found by macros and by if, without a clause. */
#include <stdio.h>

#ifndef N
#define N 26
#endif
#define MIN(x, y) ((x) < (y) ? (x) : (y))
#define KEEP_MAX(m, x) do { if ((x) > (m)) (m) = (x); } while (0)

static double a[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

int main(void)
{
    double low = 1e9, high = -1e9, absolute = 0, least = 1e9;
    int i;

    for (i = 0; i < N; i++)
        a[i] = (i * 13 % 29) - 11.5;
    for (i = 0; i < N; i++)
        low = MIN(low, a[i]);
    for (i = 0; i < N; i++)
        KEEP_MAX(high, a[i]);
    for (i = 0; i < N; i++) {
        double x = a[i] < 0 ? -a[i] : a[i];
        if (absolute < x) {
            absolute = x;
        }
        least = x < least ? x : least;
    }
    printf("low %.12g high %.12g\n", low, high);
    printf("absolute %.12g least %.12g\n", absolute, least);
    printf("a %.12g %.12g i %d\n", a[0], a[N - 1], i);
    return 0;
}
