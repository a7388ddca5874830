/* pi as the integral of 4 / (1 + x^2) from 0 to 1, by the midpoint rule. */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 4096
#endif

static double f[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align f(i) with T(i)

int main(void)
{
    const double h = 1.0 / N;
    double sum = 0.0;
    int i;

#pragma hpf independent, reduction(+:sum)
    for (i = 0; i < N; i++) {
        double x = (i + 0.5) * h;
        f[i] = 4.0 / (1.0 + x * x);
        sum += f[i];
    }

    double error = fabs(sum * h - acos(-1.0));
    int ok = error < 1.0 / N / N; /* the midpoint rule's error here is h^2 / 12 */
    printf("pi: N = %d, %.12f, error %.1e: %s\n", N, sum * h, error, ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
