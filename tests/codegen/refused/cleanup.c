/* Calls that nothing in the text says. */
#include <stdio.h>
#define N 16
double a[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P

static void set(int *p)
{
    for (int i = 0; i < N; i++)
        a[i] = i;
}

static int run(int n)
{
    __attribute__((cleanup(set))) int z = n;
    if (n > 3)
        return 1;
    return 2;
}

int main(void)
{
    {
        __attribute__((cleanup(set))) int z = 0;
        a[0] = 1;
    }
    printf("%d %g\n", run(4), a[3]);
    return 0;
}
