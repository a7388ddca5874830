/* Purdue set, problem 1: the trapezoidal rule's estimate of an integral of f(x).
 *
 * f is e^x from 0 to 1. The estimate is off by h^2 (f'(1) - f'(0)) / 12 and,
 * after that, by h^4 (f'''(1) - f'''(0)) / 720 (Euler and Maclaurin). */

#include <math.h>
#include <stdio.h>

#ifndef N
#define N 1024
#endif

static double f[N + 1];

#pragma hpf processors P(4)
#pragma hpf template T(N+1)
#pragma hpf distribute T(block) onto P
#pragma hpf align f(i) with T(i)

int main(void)
{
    const double h = 1.0 / N;
    double sum = 0.0;
    int i;

#pragma fpredict region values
    for (i = 0; i <= N; i++)
        f[i] = exp(i * h);
#pragma fpredict region sum
    for (i = 1; i < N; i++)
        sum += f[i];
    double estimate = h * (sum + (f[0] + f[N]) / 2);

    double rise = exp(1.0) - 1;
    double error = fabs(estimate - rise * (1 + h * h / 12));
    int ok = error < rise * h * h * h * h / 720 + 1e-14 + 1e-16 * N;
    printf("pbs1: N = %d, %.12f, error beyond h^2 %.1e: %s\n", N, estimate, error,
           ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
