/* Two variables have a member x each; one of them is distributed, the other is not. */
#include <stdio.h>

#ifndef N
#define N 22
#endif
#define X(s, i) s.x[i]

static struct { double x[N]; } far;
static struct { double x[N]; double sum; } near;

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(cyclic) onto P
#pragma hpf align far.x(i) with T(i)

int main(void)
{
    int i;

    for (i = 0; i < N; i++)
        X(near, i) = N - i;
    for (i = 0; i < N; i++)
        X(far, i) = X(near, i) * 2 + i;
    near.sum = 0;
    for (i = 0; i < N; i++)
        near.sum += X(far, i);
    printf("sum %.12g\n", near.sum);
    printf("far %.12g %.12g\n", X(far, 1), X(far, N - 1));
    printf("near %.12g %.12g\n", X(near, 1), X(near, N - 1));
    return 0;
}
