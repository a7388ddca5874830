/* OpenMP's directives, which divided loops cannot keep. */
#include <stdio.h>
#ifndef N
#define N 20
#endif
#pragma hpf processors P(3)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
static double a[N], b[N];
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    double sum = 0;
    int i, k;
#pragma omp parallel
    {
#pragma omp for schedule(static) \
    private(k)
        for (i = 0; i < N; i++) {
            a[i] = i;
            for (k = 0; k < 3; k++)
                a[i] += k * i;
        }
#pragma omp for
        for (i = 1; i < N - 1; i++)
            b[i] = a[i - 1] + a[i + 1];
    }
#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < N; i++)
        sum += b[i];
    printf("%g\n", sum);
    return 0;
}
