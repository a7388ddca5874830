/* In a divided loop a temporary is assigned by its name and read through a pointer. */
#include <stdio.h>

#ifndef N
#define N 22
#endif

static double a[N], b[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    double t = 0, sum = 0;
    const double *look = &t;
    int i;

    for (i = 0; i < N; i++)
        b[i] = 3 * i;
    for (i = 0; i < N; i++) {
        t = b[i] + 1;
        a[i] = *look * 2;
    }
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("sum %.12g look %.12g\n", sum, *look);
    printf("a %.12g %.12g\n", a[0], a[N - 1]);
    return 0;
}
