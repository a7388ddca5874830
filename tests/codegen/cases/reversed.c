/* Reads from the end backwards what is dealt out in blocks of three, shifted against what is
 * written: of a block some elements, down to one, come from each other processor. */

#include <stdio.h>

static int a[N], b[N];
#pragma hpf processors P(4)
#pragma hpf template T(N+4)
#pragma hpf distribute T(cyclic(3)) onto P
#pragma hpf align a(i) with T(i+3)
#pragma hpf align b(i) with T(i)

int main(void)
{
    int i, sum = 0;
    for (i = 0; i < N; i++)
        a[i] = i * i + 1;
    for (i = 2; i < N - 2; i++)
        b[N-1-i] = a[i];
    for (i = 0; i < N; i++)
        sum += (i + 1) * b[i];
    printf("%d\n", sum);
    return 0;
}
