/* The address of the loop's variable was taken, by a macro, long before the divided loop. */
#include <stdio.h>

#ifndef N
#define N 23
#endif
#define BIND(p, v) p = &v

static int a[N];
static int *watch;

#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P

static int watched(void)
{
    return *watch;
}

int main(void)
{
    int i = 4, sum = 0;

    BIND(watch, i);
    printf("watched %d\n", watched());
    for (i = 0; i < N; i++)
        a[i] = i + 1;
    printf("watched %d\n", watched());
    for (i = 0; i < N; i++)
        a[i] += 2 * watched();
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("sum %d watched %d a %d %d\n", sum, *watch, a[0], a[N - 1]);
    return 0;
}
