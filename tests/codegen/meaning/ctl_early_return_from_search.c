/* Functions leave a loop over a distributed array by return, one before any loop. */
#include <stdio.h>

#ifndef N
#define N 25
#endif
#define GIVE(x) return (x)

static int a[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(cyclic(3)) onto P
#pragma hpf align a(i) with T(i)

static int find(int value)
{
    for (int i = 0; i < N; i++)
        if (a[i] == value)
            GIVE(i);
    return -1;
}

static int total(int limit)
{
    int sum = 0;

    if (limit < 0)
        GIVE(-9);
    for (int i = 0; i < N; i++)
        sum += a[i] < limit ? a[i] : limit;
    return sum;
}

int main(void)
{
    int i;

    for (i = 0; i < N; i++)
        a[i] = i * 9 % 26;
    printf("find %d %d %d\n", find(0), find(11), find(500));
    printf("total %d %d\n", total(-1), total(20));
    for (i = 0; i < N; i++) {
        if (a[i] > 24)
            break;
    }
    printf("left at %d, a %d %d\n", i, a[1], a[N - 1]);
    return 0;
}
