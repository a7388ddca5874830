/* XcalableMP: the variable of a loop directive is read after the loop, through a macro. */
#include <stdio.h>

#ifndef N
#define N 27
#endif
#define WHERE i
#define STATE printf("index %d\n", WHERE)

static int a[N];

#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[cyclic(4)] onto p
#pragma xmp align a[i] with t[i]

int main(void)
{
    int i, sum = 0, x, y;

#pragma xmp loop (i) on t[i]
    for (i = 0; i < N; i++)
        a[i] = i * i % 17;
    STATE;
#pragma xmp loop (i) on t[i]
    for (i = 3; i < N; i += 2)
        a[i] += 1000;
    STATE;
#pragma xmp loop (i) on t[i] reduction(+:sum)
    for (i = 0; i < N; i++)
        sum += a[i];
    STATE;
#pragma xmp gmove
    x = a[3];
#pragma xmp gmove
    y = a[N - 1];
    printf("sum %d x %d y %d\n", sum, x, y);
    return 0;
}
