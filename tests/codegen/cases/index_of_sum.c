/* An element whose number loops add up: it is fetched after the parts of that number are combined. */
#include <stdio.h>

#ifndef N
#define N 30
#endif
static double a[N];
static int rows[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: a, rows

int main(void)
{
    double t = 0, u = 0;
    int z = 0;
    for (int i = 0; i < N; i++) {
        a[i] = 3 * i;
        rows[i] = i % 2;
    }
    for (int i = 0; i < N; i++)
        z += rows[i];
    t = a[z];
    for (int i = 0; i < N; i++)
        z += rows[i] * (i % 3 == 0);
    u = a[z - 1] - a[z - 2];
    printf("%d %g %g\n", z, t, u);
    return 0;
}
