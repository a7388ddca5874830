/* A macro with parentheses, whose body prints the variable of divided loops. */
#include <stdio.h>

#ifndef N
#define N 26
#endif
#define SHOW() printf("i is %d now\n", i)
#define BESIDE(n) (i + (n))

static int a[N];

#pragma hpf processors P(4)
#pragma hpf distribute a(cyclic) onto P

int main(void)
{
    int i = -7;
    long sum = 0;

    SHOW();
    for (i = 0; i < N; i++)
        a[i] = 5 * i % 11;
    SHOW();
    for (i = N - 1; i >= 0; i -= 3)
        a[i] += 100;
    SHOW();
    int kept = BESIDE(40);
    for (i = 2; i <= N - 2; i += 5)
        a[i] = -a[i];
    SHOW();
    for (i = 0; i != N; ++i)
        sum += a[i] * (i + 1L);
    SHOW();
    printf("kept %d sum %ld first %d last %d\n", kept, sum, a[0], a[N - 1]);
    return 0;
}
