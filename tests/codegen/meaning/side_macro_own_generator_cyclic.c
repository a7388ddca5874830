/* A macro calls a generator with a state of its own, as benchmarks have them. */
#include <stdio.h>

#ifndef N
#define N 26
#endif

static unsigned long state = 17;
static double a[N], copy[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(cyclic) onto P
#pragma hpf align a(i) with T(i)

static double draw(void)
{
    state = (state * 1103515245ul + 12345ul) % 2147483648ul;
    return (double)(state / 65536ul % 1000ul);
}
#define VALUE draw()

int main(void)
{
    double sum = 0, same = 0;
    int i;

    for (i = 0; i < N; i++)
        a[i] = VALUE;
    for (i = 0; i < N; i++)
        copy[i] = VALUE;
    for (i = 0; i < N; i++) {
        sum += a[i];
        same += copy[i];
    }
    printf("sum %.12g same %.12g\n", sum, same);
    printf("a %.12g %.12g copy %.12g state %lu\n", a[0], a[N - 1], copy[5], state);
    return 0;
}
