#include <stdio.h>

#define M 10
#pragma hpf processors P(4)
static double a[M] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
#pragma hpf distribute a(cyclic) onto P

static double fill(int n)
{
    double local[M], sum = 0;
#pragma hpf distribute local(block) onto P
    for (int i = 0; i < M; i++)
        local[i] = n + a[i];
    for (int i = 0; i < M; i++)
        sum += local[i];
    return sum;
}

double second(int n)
{
    printf("%g\n", fill(n));
    return fill(n + 1);
}
