/* In some functions and blocks, a is a small array or a scalar of their own. */
#include <stdio.h>

#ifndef N
#define N 24
#endif

static int a[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

static int weigh(int value)
{
    int a[3] = { 1, 2, 3 }, sum = 0;
    for (int i = 0; i < 3; i++)
        sum += a[i] * (value + i);
    return sum;
}

int main(void)
{
    int i, sum = 0;

    for (i = 0; i < N; i++)
        a[i] = weigh(i);
    {
        int a[5], part = 0;
        for (i = 0; i < 5; i++)
            a[i] = 1000 * i;
        for (i = 0; i < 5; i++)
            part += a[i];
        printf("part %d size %d\n", part, (int)(sizeof a / sizeof a[0]));
    }
    for (i = 0; i < N; i++) {
        int before = a[i];
        { int a = before / 2; before = a; }
        a[i] = before;
    }
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("sum %d a %d %d %d\n", sum, a[0], a[4], a[N - 1]);
    return 0;
}
