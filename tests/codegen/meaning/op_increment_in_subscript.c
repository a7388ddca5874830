/* Subscripts move a second counter, which is printed after it. */
#include <stdio.h>

#ifndef N
#define N 24
#endif
#define PUT(x) a[k++] = (x)

static int a[N], b[N], list[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    int i, k = 0, n = 0, sum = 0;

    for (i = 0; i < N; i++)
        PUT(3 * i + 1);
    printf("k %d\n", k);
    for (i = 0, k = N; i < N; i++)
        b[--k] = i * i;
    printf("k %d\n", k);
    for (i = 0; i < N; i++)
        if (a[i] % 4 == 2)
            list[n++] = i;
    printf("n %d list %d %d\n", n, list[0], list[n - 1]);
    for (i = 0; i < N; i++)
        sum += a[i] * (i + 1) + b[i];
    printf("sum %d a %d b %d %d\n", sum, a[N - 1], b[0], b[N - 1]);
    return 0;
}
