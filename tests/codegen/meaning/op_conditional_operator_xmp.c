/* Conditional operators choose values, and assign temporaries on one side; XcalableMP. */
#include <stdio.h>

#ifndef N
#define N 25
#endif
#define MAX(x, y) ((x) > (y) ? (x) : (y))
#define PICK(c, x, y) (c) ? (x) : (y)

static int a[N], b[N];

#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[cyclic] onto p
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with t[i]

int main(void)
{
    int i, x = 0, sum = 0, top = -1, even = 0;

#pragma xmp loop (i) on t[i]
    for (i = 0; i < N; i++)
        a[i] = PICK(i % 3, (x = i * 2) + 1, (x = 7) - i);
#pragma xmp loop (i) on t[i]
    for (i = 0; i < N; i++)
        b[i] = a[i] > 10 ? a[i] < 20 ? 1 : 2 : (x = a[i], x > 4) ? x : -x;
#pragma xmp loop (i) on t[i] reduction(+:sum, even) reduction(max:top)
    for (i = 0; i < N; i++) {
        sum += b[i] * (i + 1);
        even += a[i] % 2 == 0 ? 1 : 0;
        top = MAX(top, a[i]);
    }
#pragma xmp gmove
    x = b[N - 1];
    printf("sum %d even %d top %d b %d\n", sum, even, top, x);
    return 0;
}
