/* Purdue set, problem 2: e* = sum over i of the product over j of
 * 1 + 0.5 / (|i - j| + 0.001).
 *
 * Both halves of a product, on either side of the diagonal, are quotients of
 * gamma functions: the product of (k + a + 0.5) / (k + a) for k = 1 … m is
 * G(m + a + 1.5) / G(a + 1.5) * G(a + 1) / G(m + a + 1). */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 128
#endif
#define A 0.001

static double product[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align product(i) with T(i)

static double one_side(int m)
{
    return exp(lgamma(m + A + 1.5) - lgamma(A + 1.5) + lgamma(A + 1) - lgamma(m + A + 1));
}

int main(void)
{
    double sum = 0.0, exact = 0.0;
    int i, j;

#pragma fpredict region products
    for (i = 0; i < N; i++) {
        product[i] = 1;
        for (j = 0; j < N; j++)
            product[i] *= 1 + 0.5 / (abs(i - j) + A);
    }
#pragma fpredict region sum
    for (i = 0; i < N; i++)
        sum += product[i];

#pragma fpredict region check
    for (i = 0; i < N; i++)
        exact += (1 + 0.5 / A) * one_side(i) * one_side(N - 1 - i);
    int ok = fabs(sum - exact) < 1e-11 * exact;
    printf("pbs2: N = %d, %.6f, exact %.6f: %s\n", N, sum, exact, ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
