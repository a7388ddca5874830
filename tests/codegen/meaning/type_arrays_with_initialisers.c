/* Distributed arrays begin with values: a list, a short list, designators, a macro's list. */
#include <stdio.h>

#ifndef N
#define N 22
#endif
#define VALUES { 5, 4, 3, 2, 1 }

static int a[N] = { 9, 8, 7, 6, 5, 4, 3, 2, 1, 10, 20, 30, 40, 50, 60, 70, 80, 90 };
static int b[N] = VALUES, zero = 0, c[N] = { [3] = 33, 44, [N - 1] = 99 };

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(cyclic) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
#pragma hpf align c(i) with T(i)

int main(void)
{
    int i, sum = zero, mix = 0;

    for (i = 0; i < N; i++)
        sum += a[i] + 2 * b[i] + 3 * c[i];
    for (i = 0; i < N; i++) {
        a[i] = a[i] * (i + 1);
        mix += a[i];
    }
    printf("sum %d mix %d i %d\n", sum, mix, i);
    printf("a %d %d b %d %d c %d %d\n", a[1], a[N - 1], b[4], b[5], c[4], c[N - 1]);
    return 0;
}
