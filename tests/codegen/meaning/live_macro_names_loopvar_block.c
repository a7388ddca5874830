/* A macro names the divided loop's variable and is printed after the loop. */
#include <stdio.h>

#ifndef N
#define N 23
#endif
#define LAST i

static double a[N], b[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    int i;
    double sum = 0;

    for (i = 0; i < N; i++)
        b[i] = 3 * i + 1;
    printf("after the first loop %d\n", LAST);
    for (i = 1; i < N - 1; i++)
        a[i] = b[i - 1] + b[i + 1];
    printf("after the second loop %d, again %d\n", LAST, LAST + 1);
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("LAST %d sum %.12g\n", LAST, sum);
    printf("a %.12g %.12g %.12g\n", a[1], a[N / 2], a[N - 1]);
    return 0;
}
