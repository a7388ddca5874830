/* Variables are called as the functions and descriptors of the generated program. */
#include <stdio.h>

#ifndef N
#define N 24
#endif

static int a[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

int main(void)
{
    int fpr_from = 2, fpr_to = 3, P_axis0 = 5, lay_out = 7, i, sum = 0;
    int a_ = 11;

    for (i = 0; i < N; i++)
        a[i] = fpr_from * i + fpr_to;
    for (i = 0; i < N; i++)
        a[i] += P_axis0 + lay_out + a_;
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("sum %d a %d %d\n", sum, a[0], a[N - 1]);
    printf("%d %d %d %d %d\n", fpr_from, fpr_to, P_axis0, lay_out, a_);
    return 0;
}
