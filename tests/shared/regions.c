/* Regions in shared access: one that reads what others own, one that does not, and one within. */
#include <stdio.h>

#define N 64
static double a[N], b[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    double s = 0;
#pragma fpredict region fill
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma fpredict region sweeps
    for (int t = 0; t < 10; t++) {
#pragma fpredict region relax
        for (int i = 1; i < N - 1; i++)
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
#pragma fpredict region copy
        for (int i = 1; i < N - 1; i++)
            a[i] = b[i];
    }
    for (int i = 0; i < N; i++)
        s += a[i];
    printf("%g\n", s);
    return 0;
}
