/* A macro that prints stands in a loop over a distributed array: lines come in order. */
#include <stdio.h>

#ifndef N
#define N 24
#endif
#define TRACE(what, value) printf("%s %d\n", what, (int)(value))

static int a[N];

#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P

int main(void)
{
    int i, sum = 0;

    for (i = 0; i < N; i++) {
        a[i] = i * i;
        if (i % 5 == 0)
            TRACE("at", i);
    }
    for (i = 0; i < N; i++)
        if (a[i] % 7 == 2)
            TRACE("square", a[i]);
    for (i = 0; i < N; i++)
        sum += a[i];
    TRACE("sum", sum);
    return 0;
}
