#include <stdio.h>
#define N 8 /* cells */
static double a[N];
#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
int main(void)
{
    int steps = 3, step;
    for (step = 0; step < steps; step++)
        for (int i = 0; i < N; i++)
            a[i] = step;
    printf("%d steps of %d cells\n", steps, N);
    return 0;
}
