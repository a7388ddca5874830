/* Heads of loops move two variables at once, the second one by hand or through a macro. */
#include <stdio.h>

#ifndef N
#define N 23
#endif
#define ON i++, m += 2

static int a[N], b[N], table[3 * N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    int i, k, m, sum = 0;

    for (i = 0; i < 3 * N; i++)
        table[i] = i * i % 19;
    for (i = 0, k = N; i < N; i++, k++)
        a[i] = table[k];
    printf("i %d k %d\n", i, k);
    for (i = 0, m = 1; i < N; ON)
        b[i] = a[i] + m;
    printf("i %d m %d\n", i, m);
    for (k = 5, i = N - 1; i >= 0; --i, k -= 3)
        b[i] += k;
    printf("i %d k %d\n", i, k);
    for (i = 0; i < N; i++)
        sum += a[i] * 100 + b[i];
    printf("sum %d a %d b %d %d\n", sum, a[N - 1], b[0], b[N - 1]);
    return 0;
}
