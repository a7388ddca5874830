/* The operator & between two operands is no address, however it is spaced. */
#include <stdio.h>

#ifndef N
#define N 24
#endif

static int a[N], b[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(cyclic(5)) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    int i, s, mask = 6, sum = 0, all = -1;

    for (i = 0; i < N; i++) {
        s = i * 3;
        a[i] = (mask) &s;
        b[i] = i
            &s | (i
            &mask);
    }
    for (i = 0; i < N; i++) {
        sum += a[i] * 10 + b[i];
        all &= a[i] | 8;
    }
    printf("sum %d all %d\n", sum, all);
    printf("a %d %d b %d %d\n", a[1], a[N - 1], b[5], b[N - 1]);
    return 0;
}
