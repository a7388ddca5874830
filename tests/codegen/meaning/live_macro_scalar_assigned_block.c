/* A scalar is assigned in a divided loop; only a macro's name for it is read after it. */
#include <stdio.h>

#ifndef N
#define N 22
#endif
#define CURRENT t
#define RESULT (CURRENT * 2)

static double a[N], b[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    double t = -1, sum = 0;
    int i;

    for (i = 0; i < N; i++)
        b[i] = i * i;
    for (i = 0; i < N; i++) {
        t = b[i] + 0.5;
        a[i] = t * t;
    }
    double after = RESULT;
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("after %.12g current %.12g\n", after, CURRENT);
    printf("sum %.12g a %.12g %.12g\n", sum, a[0], a[N - 1]);
    return 0;
}
