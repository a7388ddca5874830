/* A 'continue' before the end of an iteration, where a value that the loop carries is kept. */
#include <stdio.h>
#define N 16
double a[N], b[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf align b(i) with a(i)

int main(void)
{
    double t = 2;
    for (int i = 0; i < N; i++) {
        a[i] = t;
        if (b[i] > 1)
            continue;
        t = a[i] / 3 + b[i];
    }
    for (int i = 0; i < N; i++)
        b[i] += t;
    printf("%g %g\n", a[3], b[2]);
    return 0;
}
