/* Bounds, steps, comparisons and the increment of loops are macros. */
#include <stdio.h>

#ifndef N
#define N 26
#endif
#define FIRST 1
#define LAST (N - 2)
#define STRIDE 3
#define UNTIL <=
#define INC(v) v++
#define LEFT (i - 1)
#define HALF (N >> 1)

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

    for (i = FIRST - 1; i UNTIL LAST + 1; INC(i))
        a[i] = i;
    for (i = FIRST; i UNTIL LAST; i += STRIDE)
        b[i] = a[LEFT] + a[i + 1];
    printf("i %d\n", i);
    for (i = HALF; i UNTIL LAST; INC(i))
        b[i] += a[i - 1];
    for (i = LAST; i >= FIRST; i -= STRIDE)
        b[i] -= 0.5;
    printf("i %d\n", i);
    for (i = 0; i < N; INC(i))
        sum += b[i];
    printf("sum %.12g b %.12g %.12g %.12g\n", sum, b[FIRST], b[HALF], b[LAST]);
    return 0;
}
