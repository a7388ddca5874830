/* Each iteration goes on from the value that the one before has left in a member, read by nothing else. */
#include <stdio.h>

#ifndef N
#define N 23
#endif

static double a[N];
static struct { double s; } state;

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

int main(void)
{
    double sum = 0;
    int i;

    for (i = 0; i < N; i++) {
        state.s = state.s / 2 + i;
        a[i] = state.s;
    }
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("%.12g\n", sum);
    return 0;
}
