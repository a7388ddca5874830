/* Loops that are divided, and that something else may end before their bound: each processor would
 * see only whether its own part goes on. */
#include <stdio.h>
#define N 16
double a[N], b[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf align b(i) with a(i)

int main(void)
{
    double s = 0;
    for (int i = 0; i < N && b[i] >= 0; i++)
        a[i] = 1;
    for (int i = 0; i < N && s < 4; i++)
        s += a[i];
    printf("%g\n", s);
    return 0;
}
