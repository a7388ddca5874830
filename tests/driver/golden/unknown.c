/* How often it sweeps is known only when it runs. */
#include <stdio.h>
#define N 1000

double a[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

int main(void)
{
    int i, k, sweeps;
    if (scanf("%d", &sweeps) != 1)
        return 1;
    for (k = 0; k < sweeps; k++)
        for (i = 0; i < N; i++)
            a[i] = a[i] + k;
    return 0;
}
