/* A macro's argument has a side effect, and the macro uses it once; a counter goes along. */
#include <stdio.h>

#ifndef N
#define N 23
#endif
#define SQUARE_OF(x) square(x)
#define ID(x) x

static int a[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(cyclic(2)) onto P
#pragma hpf align a(i) with T(i)

static int square(int x)
{
    return x * x;
}

int main(void)
{
    int i, k = 3, sum = 0;

    for (i = 0; i < N; i++)
        a[i] = SQUARE_OF(k++);
    printf("k %d\n", k);
    for (i = 0; i < N; i++)
        a[i] += ID(--k);
    printf("k %d\n", k);
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("sum %d a %d %d %d\n", sum, a[0], a[10], a[N - 1]);
    return 0;
}
