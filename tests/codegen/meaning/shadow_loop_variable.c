/* Loops declare an i of their own; the i of the function, printed by a macro, stays. */
#include <stdio.h>

#ifndef N
#define N 26
#endif
#define I i

static int a[N], b[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    int i = 1234, sum = 0;

    for (int i = 0; i < N; i++)
        a[i] = I + 1;
    printf("i %d\n", I);
    {
        int i;
        for (i = 3; i < N; i += 4)
            b[i] = a[i] * 2;
        printf("inner i %d\n", I);
    }
    printf("i %d\n", I);
    for (int k = 0; k < N; k++) {
        int i = k;
        a[i] += 5;
    }
    for (int i = N; i-- > 0;)
        sum += a[i] + b[i];
    printf("i %d sum %d a %d b %d\n", I, sum, a[N - 1], b[7]);
    return 0;
}
