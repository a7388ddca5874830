/* Calls in the heads of loops that change what others see, where the iterations are divided. */
#include <stdio.h>
#define N 16
double a[N];
int count;
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P

static int rows(int k)
{
    count++;
    return k + 1;
}

int main(void)
{
    for (int i = 0; i < rows(N - 1); i++)
        a[i] = i;
    for (int i = rows(-1); i < N; i++)
        a[i] += i;
    printf("%d %g\n", count, a[3]);
    return 0;
}
