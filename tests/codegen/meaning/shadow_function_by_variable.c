/* A function that prints and counts is hidden by variables of its name in another place. */
#include <stdio.h>

#ifndef N
#define N 25
#endif
#define CALL next()

static int a[N], calls;

#pragma hpf processors P(4)
#pragma hpf distribute a(cyclic(3)) onto P

static int next(void)
{
    calls++;
    return calls * 10;
}

static int fill(int next)
{
    int i, sum = 0;
    for (i = 0; i < N; i++)
        a[i] = (next) * i;
    for (i = 0; i < N; i++)
        sum += a[i];
    return sum;
}

int main(void)
{
    int first = CALL, i, sum = 0;

    printf("fill %d\n", fill(first));
    {
        int next = 3;
        for (i = 0; i < N; i++)
            a[i] += (next);
    }
    first = CALL;
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("sum %d first %d calls %d a %d %d\n", sum, first, calls, a[0], a[N - 1]);
    return 0;
}
