/* Members of a structure are temporary, sum and last value of divided loops. */
#include <stdio.h>

#ifndef N
#define N 25
#endif
#define TOTAL state.total

static double a[N];
static struct { double total, t; struct { int last; } in; } state;

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

int main(void)
{
    double total = -1, t = -2;
    int i, last = -3;

    for (i = 0; i < N; i++) {
        state.t = 0.5 * i;
        a[i] = state.t + 1;
        state.in.last = i;
    }
    for (i = 0; i < N; i++)
        TOTAL += a[i];
    printf("total %.12g last %d t %.12g\n", TOTAL, state.in.last, state.t);
    printf("others %.12g %.12g %d\n", total, t, last);
    printf("a %.12g %.12g\n", a[0], a[N - 1]);
    return 0;
}
