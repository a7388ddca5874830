/* Single elements of a distributed array are assigned by a macro that counts its calls. */
#include <stdio.h>

#ifndef N
#define N 22
#endif
#define TICKET (take())

static int a[N], taken;

#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P

static int take(void)
{
    return 100 + taken++;
}

int main(void)
{
    int i, sum = 0;

    for (i = 0; i < N; i++)
        a[i] = i;
    a[0] = TICKET;
    a[N / 2] = TICKET;
    a[N - 1] = TICKET + TICKET;
    int mine = TICKET;
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("mine %d taken %d sum %d\n", mine, taken, sum);
    printf("a %d %d %d\n", a[0], a[N / 2], a[N - 1]);
    return 0;
}
