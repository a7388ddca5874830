/* A function sets a temporary through its address in each iteration. */
#include <stdio.h>

#ifndef N
#define N 25
#endif
#define OUT(x) &x

static int a[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(cyclic) onto P
#pragma hpf align a(i) with T(i)

static void split(int value, int *tens, int *ones)
{
    *tens = value / 10;
    *ones = value % 10;
}

int main(void)
{
    int i, tens, ones, sum = 0;

    for (i = 0; i < N; i++) {
        split(i * 7, OUT(tens), OUT(ones));
        a[i] = tens + ones;
    }
    for (i = 0; i < N; i++)
        sum += a[i] * a[i];
    printf("digits %d a %d %d %d\n", sum, a[0], a[11], a[N - 1]);
    return 0;
}
